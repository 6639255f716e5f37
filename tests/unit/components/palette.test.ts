import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const css = readFileSync(new URL('../../../app/globals.css', import.meta.url), 'utf8');

function tokensOf(selector: string): Record<string, string> {
  const block = css.split(`\n${selector} {`)[1]?.split('\n}')[0] ?? '';
  return Object.fromEntries(
    [...block.matchAll(/--([a-z0-9-]+): (#[0-9a-f]{6});/g)].map((m) => [m[1] ?? '', m[2] ?? '']),
  );
}

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** WCAG 2 contrast ratio. */
function contrast(a: string, b: string): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}

const SURFACES = ['background', 'subtle', 'raised', 'hover', 'pressed', 'accent-soft'];
const TONES = ['danger', 'success', 'warning', 'info', 'neutral'];
const TEXT: [ink: string, on: string][] = [
  ...SURFACES.flatMap((on): [string, string][] => [
    ['foreground', on],
    ['muted', on],
    ['accent', on],
  ]),
  ...TONES.flatMap((tone): [string, string][] => [
    [`${tone}-text`, `${tone}-soft`],
    ...['background', 'subtle', 'raised', 'hover', 'accent-soft'].map((on): [string, string] => [
      `${tone}-text`,
      on,
    ]),
  ]),
  ['muted', 'danger-soft'],
  ['primary-foreground', 'primary'],
  ['primary-foreground', 'primary-hover'],
  ['danger-foreground', 'danger'],
  ['danger-foreground', 'danger-hover'],
  ['background', 'foreground'],
];
const SHAPES: [ink: string, on: string][] = [
  ['control', 'background'],
  ['control', 'raised'],
  ...[1, 2, 3, 4, 5].map((n): [string, string] => [`chart-${n}`, 'raised']),
];

describe.each([':root', '.dark'])('palette %s', (selector) => {
  const tokens = tokensOf(selector);
  const ratio = (ink: string, on: string) => contrast(tokens[ink] ?? '', tokens[on] ?? '');

  it('names every colour of the other theme', () => {
    const names = Object.keys(tokens);
    expect(names.length).toBeGreaterThan(30);
    expect(names).toEqual(Object.keys(tokensOf(':root')));
  });
  it.each(TEXT)('%s reads on %s at 4.5 to 1', (ink, on) => {
    expect(ratio(ink, on)).toBeGreaterThanOrEqual(4.5);
  });
  it.each(SHAPES)('%s shows on %s at 3 to 1', (ink, on) => {
    expect(ratio(ink, on)).toBeGreaterThanOrEqual(3);
  });
});
