import { drawText, textWidth } from './glyphs.ts';
import { Bitmap, type Colour, encodePng } from './png.ts';

const WIDTH = 720;
const ROW = 36;
const BAR = 20;
const MARGIN = 20;
const SCALE = 2;
const BARS_MAX = 12;
const LABEL_MAX = 16;

const PALETTE: readonly Colour[] = [
  [255, 255, 255],
  [28, 34, 48],
  [47, 91, 234],
  [224, 228, 236],
];
const [TEXT, ACCENT, LINE] = [1, 2, 3];

export type Bar = { label: string; value: number };

/** Horizontal bars with labels and values, as a PNG. */
export function barChart(bars: readonly Bar[]): Buffer {
  const shown = bars.slice(0, BARS_MAX).map(({ label, value }) => ({ label: label.slice(0, LABEL_MAX), value }));
  const bitmap = new Bitmap(WIDTH, MARGIN * 2 + shown.length * ROW);
  const most = Math.max(1, ...shown.map(({ value }) => value));
  const left = MARGIN + Math.max(...shown.map(({ label }) => textWidth(label, SCALE))) + 10;
  const room = WIDTH - MARGIN - left - textWidth(String(most), SCALE) - 10;
  bitmap.fill(left - 4, MARGIN, 1, shown.length * ROW, LINE);
  for (const [index, { label, value }] of shown.entries()) {
    const top = MARGIN + index * ROW + (ROW - BAR) / 2;
    const length = Math.round((value / most) * room);
    drawText(bitmap, label, MARGIN, top + 3, SCALE, TEXT);
    bitmap.fill(left, top, length, BAR, ACCENT);
    drawText(bitmap, String(value), left + length + 8, top + 3, SCALE, TEXT);
  }
  return encodePng(bitmap, PALETTE);
}
