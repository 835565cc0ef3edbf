import { expect, test } from 'vitest';
import { barChart } from './bar-chart.ts';
import { reportChart } from './report-chart.ts';

const sampleTotals = { sourced: 120, enrolled: 80, sent: 76, replied: 9, interested: 4 };

test('draws the totals of a report, with bar lengths that match the numbers', () => {
  const svg = barChart(Object.entries(sampleTotals).map(([label, value]) => ({ label, value })));
  const lengths = [...svg.matchAll(/<rect x="\d+" y="[\d.]+" width="([\d.]+)"/g)].map(([, length]) => Number(length));
  expect(lengths.map((length) => Math.round((length / lengths[0]!) * 120))).toEqual(Object.values(sampleTotals));
  for (const [label, value] of Object.entries(sampleTotals)) {
    expect(svg).toContain(`>${label}</text>`);
    expect(svg).toContain(`>${value}</text>`);
  }
  expect(barChart([{ label: '<b>&', value: 1 }])).toContain('>&lt;b&gt;&amp;</text>');
});

test('is a PNG with the words in a real font', () => {
  const chart = reportChart('get_outbound_report', { totals: sampleTotals });
  const png = Buffer.from(chart?.data ?? '', 'base64');
  expect([chart?.mimeType, png.subarray(1, 4).toString()]).toEqual(['image/png', 'PNG']);
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([720, 220]);
  // Words make up most of the file: without a font, the picture would be a tenth of this size.
  const wordless = reportChart('get_outbound_report', { totals: { ' ': 1, '  ': 1 } });
  expect(png.length).toBeGreaterThan(Buffer.from(wordless?.data ?? '', 'base64').length * 3);
});

test('draws nothing for other results', () => {
  expect(reportChart('get_contact', { totals: sampleTotals })).toBeUndefined();
  expect(reportChart('get_outbound_report', { totals: {} })).toBeUndefined();
  expect(reportChart('get_outbound_report', null)).toBeUndefined();
});
