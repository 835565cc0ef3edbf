import { scaleBand, scaleLinear } from 'd3-scale';
import { dayInWords } from './day-words.ts';

/** Heights in pixels. Horizontal positions are percentages, so that text keeps its size at every width. */
const [top, bottom] = [20, 20];
const heights = { normal: 160, tall: 240 };
const [left, right] = [3, 93];
const labelsMax = 6;
const ticksMax = 3;
const labelGap = 14;

export type Hue = 'accent' | 'green' | 'violet' | 'teal' | 'gray' | 'amber' | 'red';

interface DaySeries {
  name: string;
  /** One value per day. */
  values: readonly number[];
}

export interface DayChart {
  days: readonly string[];
  bars: DaySeries & { hue: Hue; hrefOf?: (day: string) => string };
  line?: DaySeries & { hue: Hue };
  /** The bars of the period before, day by day, as a dashed line. */
  before?: readonly number[];
  isTall?: boolean;
}

/**
 * Bars of each day with a second series as a line, as the template `parts/day-chart` draws them, and a table of the same
 * numbers.
 */
export function dayChart({ days, bars, line, before, isTall }: DayChart) {
  const height = isTall ? heights.tall : heights.normal;
  const x = scaleBand([...days], [left, right]).padding(0.4);
  const all = [...bars.values, ...(line?.values ?? []), ...(before ?? [])];
  const y = scaleLinear([0, Math.max(1, ...all)], [height - bottom, top]).nice(ticksMax);
  const middle = (day: string) => round(x(day)! + x.bandwidth() / 2);
  const pathOf = (values: readonly number[]) =>
    days.slice(1).map((day, index) => ({
      x1: middle(days[index]!),
      y1: round(y(values[index] ?? 0)),
      x2: middle(day),
      y2: round(y(values[index + 1] ?? 0)),
    }));
  const rows = days.map((day, index) => [dayInWords(day), bars.values[index], ...(line ? [line.values[index]] : [])]);
  return {
    height,
    name: bars.name,
    hue: bars.hue,
    lineHue: line?.hue,
    heads: [bars.name, ...(line ? [line.name] : [])],
    bars: days.flatMap((day, index) => {
      const value = bars.values[index]!;
      if (value === 0) return [];
      return {
        x: round(x(day)!),
        y: round(y(value)),
        width: round(x.bandwidth()),
        height: round(y(0) - y(value)),
        href: bars.hrefOf?.(day),
        text: `${dayInWords(day)}: ${value} ${bars.name.toLowerCase()}`,
      };
    }),
    line: line && pathOf(line.values),
    before: before && pathOf(before),
    ends: endsOf({ bars, line, before }, (value) => round(y(value))),
    ticks: y
      .ticks(ticksMax)
      .filter((value) => Number.isInteger(value) && value > 0)
      .map((value) => ({ value, y: round(y(value)) })),
    base: height - bottom,
    labels: days
      .filter((_day, index) => index % Math.ceil(days.length / labelsMax) === 0)
      .map((day) => ({ text: dayInWords(day), x: round(x(day)!), y: height - 4 })),
    rows: rows.filter(([, ...values]) => values.some((value) => Number(value) > 0)),
    /** A chart of a single day shows nothing useful. */
    isEnough: bars.values.filter((value) => value > 0).length > 1,
  };
}

/** Names of the series at their ends, one below the other where they would overlap. */
function endsOf({ bars, line, before }: Pick<DayChart, 'bars' | 'line' | 'before'>, yOf: (value: number) => number) {
  const ends = [
    { text: bars.name, hue: bars.hue as string, at: yOf(bars.values.at(-1) ?? 0) },
    ...(line ? [{ text: line.name, hue: line.hue as string, at: yOf(line.values.at(-1) ?? 0) }] : []),
    ...(before ? [{ text: 'Previous', hue: 'gray', at: yOf(before.at(-1) ?? 0) }] : []),
  ].toSorted((one, other) => other.at - one.at);
  const lowest = ends.length * labelGap;
  let last = Infinity;
  return ends.map(({ text, hue, at }, index) => {
    last = Math.max(lowest - index * labelGap, Math.min(at - 4, last - labelGap));
    return { text, hue, y: last };
  });
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
