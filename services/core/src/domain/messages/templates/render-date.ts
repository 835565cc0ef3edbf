import type { Liquid } from 'liquidjs';

/** Time, zone, and language that dates in a text depend on. */
export interface RenderClock {
  now: Date;
  /** IANA name. */
  timeZone: string;
  /** BCP 47 tag. Null means the language of the text. */
  language: string | null;
}

type Filter = Liquid['filters'][string];
type Handler = Extract<Filter, (...args: never[]) => unknown>;

/** A time with its own zone: "Z", "+01:00", "GMT", "(CET)". */
const zoned = /(?:z|[+-]\d{2}:?\d{2}|gmt|utc|\b(?:[ecmp][sd]|ce|ces|bs|is|js)t|\))\s*$/i;

interface Read {
  date: unknown;
  /** Offset in minutes or IANA name. */
  timeZone: string | number;
}

/**
 * Shows a date without a zone as written, regardless of the server's zone: 2027-02-01 is that day for every reader.
 * Such dates are parsed and shown in UTC.
 */
function readDate(value: unknown, { now, timeZone }: Pick<RenderClock, 'now' | 'timeZone'>): Read {
  if (value === 'now' || value === 'today') return { date: now, timeZone };
  if (typeof value !== 'string' || /^\d+$/.test(value) || zoned.test(value)) return { date: value, timeZone };
  const asUtc = new Date(/T/.test(value) ? `${value}Z` : `${value} UTC`);
  const read = Number.isNaN(asUtc.getTime()) ? new Date(value) : asUtc;
  return Number.isNaN(read.getTime()) ? { date: value, timeZone } : { date: read, timeZone: 0 };
}

/** The date filter with the clock, zone, and language of the rendering instead of the server's. */
export function clockedDate(filter: Filter, clockOf: (scope: object) => RenderClock): Handler {
  const handler: Handler = typeof filter === 'function' ? filter : filter.handler;
  return function (value, format, zone) {
    const { opts, environments } = this.context;
    const clock = clockOf(environments);
    const { date, timeZone } = readDate(value, clock);
    const { locale } = opts;
    opts.locale = clock.language ?? 'en';
    try {
      return handler.call(this, date, format, zone ?? timeZone);
    } finally {
      opts.locale = locale;
    }
  };
}
