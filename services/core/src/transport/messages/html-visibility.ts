import { rgb } from 'd3-color';
import { type ComputedStyle, cssNumber } from './computed-style.ts';

/** Inherited styles that decide whether text is visible. */
export interface Surroundings {
  /** Colors as red, green, and blue, from 0 to 255. */
  background: Color;
  color: Color;
  /** Product of the opacities of all elements around the text, from 0 to 1. */
  opacity: number;
  /** True if text in its background's color counts as visible. */
  isColorIgnored?: boolean;
}

type Color = readonly [red: number, green: number, blue: number];

export const black: Color = [0, 0, 0];
export const white: Color = [255, 255, 255];

/** Fainter text cannot be read. */
const opacityMin = 0.1;
/** Contrast ratio (WCAG 2.2) below which text blends into its background. */
const contrastMin = 1.1;
const fontSizeMinPx = 2;
/** Text moved out of view, in pixels. */
const offsetMaxPx = 100;

type Rule = (style: ComputedStyle) => boolean;

const hidingRules: readonly Rule[] = [
  ({ display }) => display === 'none',
  ({ visibility }) => visibility === 'hidden' || visibility === 'collapse',
  (style) => style['content-visibility'] === 'hidden',
  (style) => style['mso-hide'] === 'all',
  (style) => sizeOf(style['font-size']) < fontSizeMinPx,
  ({ width, height }) => sizeOf(width) === 0 || sizeOf(height) === 0,
  (style) => sizeOf(style['max-width']) === 0 || sizeOf(style['max-height']) === 0,
  (style) => ['left', 'top', 'text-indent', 'margin-left'].some((name) => sizeOf(style[name]) <= -offsetMaxPx),
  ({ clip = '' }) => /^rect\(\s*[01](px)?([\s,]+[01](px)?){3}\s*\)$/.test(clip),
  (style) => /^(inset\(\s*(100|50)%|circle\(\s*0)/.test(style['clip-path'] ?? ''),
  ({ transform = '' }) => /scale[xy]?\(\s*0*\.?0+\s*[,)]/.test(transform),
];

/** Length in pixels, roughly: enough to find sizes near zero and far offsets. NaN if the value has no number. */
function sizeOf(value: string | undefined): number {
  const { number, unit } = cssNumber(value);
  if (unit === 'em' || unit === 'rem') return number * 16;
  return unit === '%' ? number * 0.16 : number;
}

/** Styles that the element passes to its content. Null if none of it is visible. */
export function visibleWithin(style: ComputedStyle, around: Surroundings): Surroundings | null {
  if (hidingRules.some((hides) => hides(style))) return null;
  const own = {
    ...around,
    background: over(style['background-color'] ?? style.background, around.background),
    color: over(style.color, around.background, around.color),
    opacity: around.opacity * opacityOf(style),
  };
  if (own.opacity < opacityMin) return null;
  return !around.isColorIgnored && contrastOf(own.color, own.background) < contrastMin ? null : own;
}

/** `opacity` and the filter of the same name, both as numbers or percentages. */
function opacityOf({ opacity, filter = '' }: ComputedStyle): number {
  const filtered = /(?:^|\s)opacity\(\s*([^)]*)\)/.exec(filter)?.[1];
  return [opacity, filtered].reduce((product, value) => {
    const { number, unit } = cssNumber(value);
    return Number.isNaN(number) ? product : product * (unit === '%' ? number / 100 : number);
  }, 1);
}

/** A color as seen on its background, with its transparency. Unknown colors and gradients are the inherited one. */
function over(value: string | undefined, background: Color, inherited = background): Color {
  if (value === undefined) return inherited;
  const { r, g, b, opacity } = rgb(value);
  if (Number.isNaN(r)) return value === 'transparent' ? background : inherited;
  const blend = (channel: number, below: number) => channel * opacity + below * (1 - opacity);
  return [blend(r, background[0]), blend(g, background[1]), blend(b, background[2])];
}

function contrastOf(one: Color, other: Color): number {
  const [lighter, darker] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => b - a);
  return (lighter! + 0.05) / (darker! + 0.05);
}

/** Relative luminance (WCAG 2.2). */
function luminanceOf(color: Color): number {
  const [red, green, blue] = color.map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}
