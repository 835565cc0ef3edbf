import type { ToolImage } from '../tool.ts';
import { barChart, toPng } from './bar-chart.ts';

/** Draws a report's totals as a picture to accompany the numbers. Undefined for results without totals. */
export function reportChart(actionName: string, data: unknown): ToolImage | undefined {
  if (!/(^|_)report(_|$)/.test(actionName)) return undefined;
  const { totals, funnel } = (data ?? {}) as { totals?: object; funnel?: object };
  const counts = Object.entries(funnel ?? totals ?? {}).filter((entry): entry is [string, number] => isCount(entry[1]));
  if (counts.length < 2) return undefined;
  const png = toPng(barChart(counts.map(([label, value]) => ({ label, value }))));
  return { mimeType: 'image/png', data: png.toString('base64') };
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0;
}
