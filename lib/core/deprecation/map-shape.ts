import type { Json } from '@/lib/core/shared/json';
import { escapePointerPart } from '@/lib/core/shared/json-pointer';
import { type ArgumentMapping, placeParts } from './mapping';

type Shape = Readonly<Record<string, string>>;

/**
 * What {@link applyMapping} makes of a recorded shape: the same moves, over places instead of
 * values. `shapeOfValue` says what a value put in looks like.
 */
export function mapShape(
  shape: Shape,
  mapping: ArgumentMapping,
  shapeOfValue: (path: string, value: Json) => Shape,
): Record<string, string> {
  const moved = Object.entries(mapping.rename).flatMap(([from, to]) =>
    Object.entries(below(shape, pathOf(from))).map(([rest, types]): [string, string] => [
      `${pathOf(to)}${rest}`,
      types,
    ]),
  );
  const replaced = Object.entries(mapping.rename).flatMap(([from, to]) =>
    shape[pathOf(from)] === undefined ? [] : [to],
  );
  const gone = [...mapping.drop, ...Object.keys(mapping.rename), ...replaced].map(pathOf);
  let out: Record<string, string> = {
    ...without(shape, gone),
    ...Object.fromEntries(moved),
  };
  for (const [place, value] of Object.entries(mapping.default)) {
    if (out[pathOf(place)] === undefined) out = { ...out, ...shapeOfValue(pathOf(place), value) };
  }
  for (const [place, value] of Object.entries(mapping.constant)) {
    out = { ...without(out, [pathOf(place)]), ...shapeOfValue(pathOf(place), value) };
  }
  return withParents(out);
}

/** A place as shapes write it. */
export function pathOf(place: string): string {
  return placeParts(place)
    .map((part) => `/${escapePointerPart(part)}`)
    .join('');
}

function below(shape: Shape, path: string): Shape {
  const inside = Object.entries(shape).filter(([at]) => at === path || at.startsWith(`${path}/`));
  return Object.fromEntries(inside.map(([at, types]) => [at.slice(path.length), types]));
}

function without(shape: Shape, paths: readonly string[]): Record<string, string> {
  const isGone = (at: string) => paths.some((path) => at === path || at.startsWith(`${path}/`));
  return Object.fromEntries(Object.entries(shape).filter(([at]) => !isGone(at)));
}

/** What a place was put into is an object. */
function withParents(shape: Record<string, string>): Record<string, string> {
  const out = { ...shape };
  for (const path of Object.keys(shape)) {
    for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) {
      out[path.slice(0, at)] ??= 'object';
    }
  }
  return out;
}
