import type { Liquid } from 'liquidjs';

/** What dates in a text depend on. */
export interface RenderClock {
  now: Date;
  /** IANA name. */
  timeZone: string;
  /** BCP 47; null takes that of the text. */
  language: string | null;
}

type Filter = Liquid['filters'][string];
type Handler = Extract<Filter, (...args: never[]) => unknown>;

/** A moment with a zone of its own: "Z", "+01:00", "GMT", "(CET)". */
const zoned = /(?:z|[+-]\d{2}:?\d{2}|gmt|utc|\b(?:[ecmp][sd]|ce|ces|bs|is|js)t|\))\s*$/i;

interface Read {
  date: unknown;
  /** Offset in minutes or IANA name. */
  timeZone: string | number;
}

/**
 * A date without a zone is shown as it is written, wherever the server is: 2027-02-01 is that day for every reader. It is
 * read and shown in UTC.
 */
function readDate(value: unknown, { now, timeZone }: Pick<RenderClock, 'now' | 'timeZone'>): Read {
  if (value === 'now' || value === 'today') return { date: now, timeZone };
  if (typeof value !== 'string' || /^\d+$/.test(value) || zoned.test(value)) return { date: value, timeZone };
  const asUtc = new Date(/T/.test(value) ? `${value}Z` : `${value} UTC`);
  const read = Number.isNaN(asUtc.getTime()) ? new Date(value) : asUtc;
  return Number.isNaN(read.getTime()) ? { date: value, timeZone } : { date: read, timeZone: 0 };
}

/** The date filter with the clock, the zone, and the language of the rendering instead of those of the server. */
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
