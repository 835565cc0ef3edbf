import { createRequire } from 'node:module';
import { cutText } from '@outbound/node-service/text/cut-text';
import { html } from '@outbound/node-service/text/html';
import { Resvg } from '@resvg/resvg-js';
import { scaleBand, scaleLinear } from 'd3-scale';

const [width, rowHeight, left, right, margin] = [720, 36, 170, 80, 20];
const barsMax = 12;
const labelLengthMax = 20;

/** A bundled font, so that charts look the same on every machine, even one without fonts. */
const fontFile = createRequire(import.meta.url).resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf');
const font = { fontFiles: [fontFile], loadSystemFonts: false, defaultFontFamily: 'DejaVu Sans' };

export interface Bar {
  label: string;
  value: number;
}

/** Horizontal bars with labels and values, as SVG. */
export function barChart(bars: readonly Bar[]): string {
  const shown = bars.slice(0, barsMax).map(({ label, value }) => ({ label: cutText(label, labelLengthMax), value }));
  const height = margin * 2 + shown.length * rowHeight;
  const x = scaleLinear([0, Math.max(1, ...shown.map(({ value }) => value))], [left, width - right]);
  const y = scaleBand([...shown.keys()], [margin, height - margin]).padding(0.4);
  const rows = shown.map(({ label, value }, index) => {
    const top = y(index)!;
    const middle = top + y.bandwidth() / 2;
    return html`<text x="${left - 10}" y="${middle}" text-anchor="end">${label}</text>
<rect x="${left}" y="${top}" width="${x(value) - left}" height="${y.bandwidth()}" fill="#2f5bea"/>
<text x="${x(value) + 8}" y="${middle}">${value}</text>`;
  });
  return html`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
<rect width="100%" height="100%" fill="#fff"/>
<path d="M${left - 2} ${margin}V${height - margin}" stroke="#e0e4ec"/>
<g font-family="DejaVu Sans" font-size="15" fill="#1c2230" dominant-baseline="central">${rows}</g>
</svg>`.markup;
}

/** Models accept only raster images. */
export function toPng(svg: string): Buffer {
  return new Resvg(svg, { font }).render().asPng();
}
