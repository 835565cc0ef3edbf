import { scaleBand, scaleLinear } from 'd3-scale';
import { stack } from 'd3-shape';

const [width, height, left, bottom, top] = [640, 184, 34, 20, 8];
const labelsMax = 6;
const barWidthMax = 40;

export interface Series {
  name: string;
  /** Member of each day that the series shows. */
  key: string;
  hue: 'accent' | 'green' | 'violet' | 'teal' | 'gray' | 'amber' | 'red';
}

export interface Day {
  day: string;
  [count: string]: string | number;
}

/** Bars of each day, one part per series, as the template `parts/chart` draws them, and a table of the same numbers. */
export function stackedBars(title: string, days: readonly Day[], series: readonly Series[]) {
  const keys = series.map(({ key }) => key);
  const x = scaleBand(
    days.map(({ day }) => day),
    [left, width],
  ).padding(0.4);
  const barWidth = Math.min(x.bandwidth(), barWidthMax);
  const most = Math.max(1, ...days.map((day) => keys.reduce((sum, key) => sum + Number(day[key]), 0)));
  const y = scaleLinear([0, most], [height - bottom, top]).nice(3);
  const layers = stack<Day>()
    .keys(keys)
    .value((day, key) => Number(day[key]))([...days]);
  const rows = days
    .filter((day) => keys.some((key) => Number(day[key]) > 0))
    .map((day) => [dayInWords(day.day), ...keys.map((key) => day[key])]);
  return {
    title,
    size: `0 0 ${width} ${height}`,
    series: series.map(({ name, hue }, index) => ({ name, hue, total: sumOf(days, keys[index]!) })),
    bars: layers.flatMap((layer, index) =>
      layer
        .filter(([from, to]) => to > from)
        .map((part) => ({
          hue: series[index]!.hue,
          x: round(x(part.data.day)! + (x.bandwidth() - barWidth) / 2),
          y: round(y(part[1])),
          width: round(barWidth),
          height: round(y(part[0]) - y(part[1])),
        })),
    ),
    lines: y
      .ticks(3)
      .filter(Number.isInteger)
      .map((value) => ({ value, y: round(y(value)), from: left, to: width })),
    labels: days
      .filter((_day, index) => index % Math.ceil(days.length / labelsMax) === 0)
      .map(({ day }) => ({ text: dayInWords(day), x: round(x(day)! + (x.bandwidth() - barWidth) / 2), y: height - 5 })),
    rows,
    /** A chart of a single day shows nothing useful. */
    isEnough: rows.length > 1,
  };
}

/** Formats a day like "24 Oct". */
export function dayInWords(day: string): string {
  return new Date(`${day}T00:00:00Z`).toLocaleDateString('en-US', { day: 'numeric', month: 'short', timeZone: 'UTC' });
}

function sumOf(days: readonly Day[], key: string): number {
  return days.reduce((sum, day) => sum + Number(day[key]), 0);
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
