import { tokens as css } from '@outbound/design/tokens';

/** A color token in both schemes, as "#rrggbb". */
export interface ColorToken {
  name: string;
  light: string;
  dark: string;
}

const pair = /^\s*--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);/gm;
const single = /^\s*--([\w-]+): (#[0-9a-f]{6});/gm;

/** Every opaque color of the token file. */
export function colorTokens(): ColorToken[] {
  return [
    ...[...css.matchAll(pair)].map(([, name, light, dark]) => ({ name: name!, light: light!, dark: dark! })),
    ...[...css.matchAll(single)].map(([, name, color]) => ({ name: name!, light: color!, dark: color! })),
  ];
}

/** Contrast of two colors by WCAG 2.2, from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [high, low] = [luminance(one), luminance(other)].toSorted((a, b) => b - a) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

/** Relative luminance by WCAG 2.2. */
function luminance(color: string): number {
  const [red, green, blue] = [1, 3, 5]
    .map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Minimum contrast of a color against its backgrounds: 4.5 for text, 3 for marks and borders. */
export interface ContrastRule {
  name: string;
  on: readonly string[];
  min: 3 | 4.5;
}

const grounds = ['surface', 'ground', 'hover', 'selected', 'sunken', 'raised', 'accent-soft'];
const hues = ['green', 'amber', 'red', 'violet', 'teal'];

export const contrastRules: readonly ContrastRule[] = [
  ...['text', 'text-2', 'text-3', 'accent-text'].map((name): ContrastRule => ({ name, on: grounds, min: 4.5 })),
  ...hues.map((hue): ContrastRule => ({ name: hue, on: [`${hue}-soft`, 'surface'], min: 4.5 })),
  { name: 'text-2', on: ['gray-soft'], min: 4.5 },
  { name: 'on-accent', on: ['accent', 'accent-hover', 'danger', 'danger-hover'], min: 4.5 },
  ...[...hues, 'gray'].map((hue): ContrastRule => ({ name: `${hue}-dot`, on: ['surface', 'selected'], min: 3 })),
  { name: 'control', on: ['surface'], min: 3 },
];

/** The lowest contrast of a rule, in both schemes. */
export function worstContrast({ name, on }: ContrastRule): { light: number; dark: number } {
  const tokens = new Map(colorTokens().map((token) => [token.name, token]));
  const worst = (scheme: 'light' | 'dark') =>
    Math.min(...on.map((ground) => contrast(tokens.get(name)![scheme], tokens.get(ground)![scheme])));
  return { light: worst('light'), dark: worst('dark') };
}
