import { shifted } from '../../../actions/campaigns/reports/report-period.ts';
import { localDay } from '../../../domain/sending/send-window.ts';
import { memberIn } from '../../chain/load-visitor.ts';
import type { WebContext, WebDeps } from '../../frame/web-deps.ts';

const lengths = { '7': 'Last 7 days', '30': 'Last 30 days', '90': 'Last 90 days', '365': 'Last 365 days' };
const comparisons = { previous: 'vs previous', year: 'vs last year', none: 'No comparison' };
const yearDays = 365;
const allTime = 'All time';

export interface Days {
  /** YYYY-MM-DD, both inclusive. */
  from: string;
  to: string;
}

/** The period that the address asks for, and the one to compare it with. */
export interface Period extends Days {
  days: number;
  /** True if the address names no period, and all of the time is offered. */
  isAll: boolean;
  before: Days | null;
  /** Links of the two menus, and to the periods around this one. */
  menus: PeriodMenus;
  hrefOf: (changes: Record<string, string>) => string;
}

interface Choice {
  text: string;
  href: string;
  isHere: boolean;
}

interface PeriodMenus {
  period: string;
  periods: Choice[];
  comparison: string;
  comparisons: Choice[];
  earlierHref?: string;
  /** Absent if the period ends today. */
  laterHref?: string;
}

/** Reads `period` (days), `to` (last day), and `compare` from the address. */
export function periodIn(ctx: WebContext, { now }: WebDeps, usual: keyof typeof lengths, offersAll = false): Period {
  const { timeZone } = memberIn(ctx).workspace.settings;
  const query = new URLSearchParams(ctx.querystring);
  const asked = namedIn(lengths, query.get('period'));
  const isAll = offersAll && asked === undefined;
  const length = asked ?? usual;
  const compared = namedIn(comparisons, query.get('compare')) ?? 'previous';
  const days = Number(length);
  const today = localDay(now(), timeZone);
  const last = query.get('to') ?? '';
  const isPast = /^20\d\d-[01]\d-[0-3]\d$/.test(last) && !Number.isNaN(Date.parse(last)) && last < today;
  const to = isPast ? last : today;
  const until = (day: string) => ({ from: shifted(day, 1 - days), to: day });
  const hrefOf = (changes: Record<string, string>) => {
    const next = new URLSearchParams(query);
    for (const name of ['cursor', 'state']) next.delete(name);
    for (const [name, value] of Object.entries(changes)) {
      if (value === '') next.delete(name);
      else next.set(name, value);
    }
    return next.size === 0 ? ctx.path : `${ctx.path}?${next}`;
  };
  const later = shifted(to, days);
  return {
    ...until(to),
    days,
    isAll,
    before: compared === 'none' ? null : until(shifted(to, compared === 'year' ? -yearDays : -days)),
    hrefOf,
    menus: {
      period: isAll ? allTime : isPast ? `${days} days until ${to}` : lengths[length],
      periods: [
        ...(offersAll ? [{ text: allTime, href: hrefOf({ period: '', to: '', chart: '' }), isHere: isAll }] : []),
        ...choices(lengths, isPast || isAll ? '' : length, (period) => hrefOf({ period, to: '' })),
      ],
      comparison: comparisons[compared],
      comparisons: isAll ? [] : choices(comparisons, compared, (compare) => hrefOf({ compare })),
      earlierHref: isAll ? undefined : hrefOf({ to: shifted(to, -days) }),
      ...(isPast && { laterHref: hrefOf({ to: later >= today ? '' : later }) }),
    },
  };
}

function namedIn<Names extends object>(names: Names, name: string | null): (keyof Names & string) | undefined {
  return name !== null && Object.hasOwn(names, name) ? (name as keyof Names & string) : undefined;
}

function choices(texts: Record<string, string>, here: string, hrefOf: (name: string) => string): Choice[] {
  return Object.entries(texts).map(([name, text]) => ({ text, href: hrefOf(name), isHere: name === here }));
}
