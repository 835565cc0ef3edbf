import type { Bitmap } from './png.ts';

const WIDTH = 5;
const HEIGHT = 7;
const ADVANCE = WIDTH + 1;

/** A 5×7 font for labels: seven rows of five bits each, written as base 32. */
const GLYPHS: Record<string, string> = {
  A: 'ehhvhhh',
  B: 'uhhuhhu',
  C: 'ehggghe',
  D: 'uhhhhhu',
  E: 'vgguggv',
  F: 'vgguggg',
  G: 'ehgnhhf',
  H: 'hhhvhhh',
  I: 'e44444e',
  J: '72222ic',
  K: 'hikokih',
  L: 'ggggggv',
  M: 'hrllhhh',
  N: 'hhpljhh',
  O: 'ehhhhhe',
  P: 'uhhuggg',
  Q: 'ehhhlid',
  R: 'uhhukih',
  S: 'fgge11u',
  T: 'v444444',
  U: 'hhhhhhe',
  V: 'hhhhha4',
  W: 'hhhllla',
  X: 'hha4ahh',
  Y: 'hhha444',
  Z: 'v1248gv',
  0: 'ehjlphe',
  1: '4c4444e',
  2: 'eh1248v',
  3: 'v2421he',
  4: '26aiv22',
  5: 'vgu11he',
  6: '68guhhe',
  7: 'v124888',
  8: 'ehhehhe',
  9: 'ehhf12c',
  '-': '000v000',
  '.': '00000cc',
  '%': 'op248j3',
};

export function textWidth(text: string, scale: number): number {
  return text.length * ADVANCE * scale;
}

export function drawText(bitmap: Bitmap, text: string, left: number, top: number, scale: number, colour: number): void {
  for (const [index, character] of [...text.toUpperCase()].entries()) {
    const rows = GLYPHS[character] ?? '';
    for (let row = 0; row < HEIGHT; row += 1) {
      const bits = Number.parseInt(rows[row] ?? '0', 32);
      for (let column = 0; column < WIDTH; column += 1) {
        if (!(bits & (1 << (WIDTH - 1 - column)))) continue;
        bitmap.fill(left + (index * ADVANCE + column) * scale, top + row * scale, scale, scale, colour);
      }
    }
  }
}
