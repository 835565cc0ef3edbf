import { inflateSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { reportChart } from './report-chart.ts';

const TOTALS = { sourced: 120, enrolled: 80, sent: 76, replied: 9, interested: 4 };

/** Width, height and the pixel rows of a PNG as we write it. */
function decode(base64: string) {
  const png = Buffer.from(base64, 'base64');
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  const at = png.indexOf('IDAT');
  const rows = inflateSync(png.subarray(at + 4, at + 4 + png.readUInt32BE(at - 4)));
  expect(rows.length).toBe((width + 1) * height);
  return { width, height, rows };
}

it('draws the totals of a report, the longest bar for the largest', () => {
  const chart = reportChart('get_outbound_report', { totals: TOTALS });
  const { width, rows } = decode(chart?.data ?? '');
  const accentIn = (row: number) =>
    rows.subarray(row * (width + 1), (row + 1) * (width + 1)).filter((pixel) => pixel === 2).length;
  const lengths = Object.keys(TOTALS).map((_label, index) => accentIn(20 + index * 36 + 9));
  expect(lengths).toEqual([...lengths].sort((a, b) => b - a));
  expect((lengths[1] as number) / (lengths[0] as number)).toBeCloseTo(80 / 120, 1);
});

it('leaves other answers alone', () => {
  expect(reportChart('get_contact', { totals: TOTALS })).toBeUndefined();
  expect(reportChart('get_outbound_report', { totals: {} })).toBeUndefined();
  expect(reportChart('get_outbound_report', null)).toBeUndefined();
});
