import { type ArgumentShape, SHAPE_CUT } from './shape';

/** A recorded shape as a tree: the types seen at a place, and what was seen below it. */
export type ShapeNode = {
  path: string;
  types: readonly string[];
  /** By part of the path: a declared name, `*` for keys without one, `[]` for elements. */
  children: Map<string, ShapeNode>;
};

/** @returns the root, an object; `isCut` says that more was there than is recorded. */
export function shapeTree(shape: ArgumentShape): { root: ShapeNode; isCut: boolean } {
  const root: ShapeNode = { path: '', types: ['object'], children: new Map() };
  for (const [path, types] of Object.entries(shape)) {
    if (path === SHAPE_CUT) continue;
    let at = root;
    for (const part of path.split('/').slice(1)) {
      const next = at.children.get(part) ?? {
        path: `${at.path}/${part}`,
        types: [],
        children: new Map(),
      };
      at.children.set(part, next);
      at = next;
    }
    at.types = types.split('|');
  }
  return { root, isCut: Object.hasOwn(shape, SHAPE_CUT) };
}
