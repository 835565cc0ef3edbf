import { type InboxView, inboxSorts } from '../../domain/replies/inbox-views.ts';
import { type ReplyClass, replyClasses } from '../../domain/replies/reply-classes.ts';
import type { WebContext } from '../frame/web-deps.ts';

/** View and filters of the inbox, from the URL. */
export interface InboxQuery {
  view: InboxView;
  class?: ReplyClass;
  q?: string;
  campaignId?: string;
  /** YYYY-MM-DD in the workspace's time zone. */
  day?: string;
  /** The page begins after this row. */
  after?: { value: Date | null; id: string };
}

const searchMax = 100;

export function inboxQueryOf(ctx: WebContext): InboxQuery {
  const query = new URLSearchParams(ctx.querystring);
  const q = (query.get('q') ?? '').trim().slice(0, searchMax);
  const [time, id] = (query.get('after') ?? '').split('~');
  const value = time === '' ? null : new Date(Number(time));
  return {
    view: (Object.keys(inboxSorts).find((name) => name === query.get('view')) as InboxView | undefined) ?? 'needs-you',
    class: replyClasses.find((name) => name === query.get('class')),
    ...(q !== '' && { q }),
    ...(/^cmp_\w{26}$/.test(query.get('campaignId') ?? '') && { campaignId: query.get('campaignId')! }),
    ...(isDay(query.get('day')) && { day: query.get('day')! }),
    ...(id && !Number.isNaN(value?.getTime()) && { after: { value, id } }),
  };
}

/** Address of the inbox with this query, or of one reply in it. */
export function inboxHref(
  { view, class: replyClass, q, campaignId, day, after }: InboxQuery,
  replyId?: string,
): string {
  const query = new URLSearchParams({
    ...(view !== 'needs-you' && { view }),
    ...(replyClass && { class: replyClass }),
    ...(q && { q }),
    ...(campaignId && { campaignId }),
    ...(day && { day }),
    ...(after && { after: `${after.value?.getTime() ?? ''}~${after.id}` }),
  });
  const path = replyId === undefined ? '/app/inbox' : `/app/replies/${replyId}`;
  return query.size === 0 ? path : `${path}?${query}`;
}

/** Query string that keeps the place in the inbox through an action. Begins with "?" unless it is empty. */
export function inboxPlace(query: InboxQuery): string {
  return inboxHref(query).slice('/app/inbox'.length);
}

function isDay(text: string | null): boolean {
  return /^[12]\d{3}-\d\d-\d\d$/.test(text ?? '') && !Number.isNaN(Date.parse(text!));
}
