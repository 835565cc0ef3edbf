import { listMailboxes } from '../../actions/mailboxes/list-mailboxes.ts';
import { toReplyView } from '../../actions/replies/reply-view.ts';
import { dayStarts } from '../../domain/campaigns/outbound-report.ts';
import type { InboxView } from '../../domain/replies/inbox-views.ts';
import { replyClasses } from '../../domain/replies/reply-classes.ts';
import { namesOfRecords } from '../../engine/names/names-of-records.ts';
import {
  countInboxViews,
  hasAnyReply,
  type InboxPage,
  namesOfSenders,
  readInbox,
  snippetsOf,
} from '../../engine/replies/inbox.ts';
import { memberIn } from '../chain/load-visitor.ts';
import { dayInWords } from '../charts/day-words.ts';
import { readAction } from '../do/perform-action.ts';
import { pushAddress } from '../frame/push-address.ts';
import { renderPage } from '../frame/render-page.ts';
import type { WebContext, WebDeps } from '../frame/web-deps.ts';
import { type InboxQuery, inboxHref, inboxPlace } from './inbox-query.ts';

const shownMax = 50;

const viewTexts: Record<InboxView, string> = {
  'needs-you': 'Needs reply',
  snoozed: 'Snoozed',
  unmatched: 'Unmatched',
  unread: 'Unread',
  all: 'All',
};

/** Rows of the inbox in the order in which the page shows them. */
export function inboxRows(ctx: WebContext, deps: WebDeps, query: InboxQuery): Promise<InboxPage> {
  const { id, settings } = memberIn(ctx).workspace;
  const { after, day, ...filter } = query;
  const page = { limit: shownMax, ...(after && { after }) };
  const [from, before] = day === undefined ? [] : dayStarts(day, day, settings.timeZone);
  return readInbox(id, { ...filter, ...(from && before && { received: [from, before] }) }, page, deps.now());
}

/** The inbox with one reply open, or only its list. `thread` has what the page shows of the open reply. */
export async function showInbox(
  ctx: WebContext,
  deps: WebDeps,
  query: InboxQuery,
  thread?: { replyId: string } & Record<string, unknown>,
): Promise<void> {
  const workspaceId = memberIn(ctx).workspace.id;
  pushAddress(ctx);
  const page = await inboxRows(ctx, deps, query);
  const counts = await countInboxViews(workspaceId, deps.now());
  const count = page.ids.length;
  await renderPage(ctx, 'inbox', {
    views: Object.entries(viewTexts).map(([name, text]) => {
      const view = name as InboxView;
      return { text, href: inboxHref({ view }), isHere: view === query.view, count: counts.get(view) || undefined };
    }),
    query,
    classes: replyClasses,
    place: inboxPlace(query),
    isFiltered: [query.class, query.q, query.campaignId, query.day].some((one) => one !== undefined),
    further: await furtherFilters(workspaceId, query),
    groups: await shownGroups(ctx, deps, query, page, thread?.replyId),
    count,
    isUnused: count === 0 && !(await hasAnyReply(workspaceId, deps.now())),
    snoozedCount: counts.get('snoozed'),
    ...linksFrom(query, page, thread?.replyId),
    ...thread,
  });
}

/** Filters that a link from a report sets, with the address without each. */
async function furtherFilters(workspaceId: string, { after: _after, ...query }: InboxQuery) {
  const { campaignId, day } = query;
  const names = campaignId === undefined ? undefined : await namesOfRecords(workspaceId, [campaignId]);
  const filters = [
    {
      text: names?.get(campaignId!),
      name: 'campaignId',
      value: campaignId,
      href: inboxHref({ ...query, campaignId: undefined }),
    },
    { text: day && dayInWords(day), name: 'day', value: day, href: inboxHref({ ...query, day: undefined }) },
  ];
  return filters.filter(({ text }) => text !== undefined);
}

async function shownGroups(
  ctx: WebContext,
  deps: WebDeps,
  query: InboxQuery,
  { groups, ids, isGrouped }: InboxPage,
  openId: string | undefined,
) {
  const workspaceId = memberIn(ctx).workspace.id;
  const replies = groups.flatMap(({ rows }) => rows);
  const campaignIds = groups.flatMap(({ campaignId }) => campaignId ?? []);
  const snippets = await snippetsOf(workspaceId, ids);
  const names = await namesOfSenders(workspaceId, replies);
  const campaigns = await namesOfRecords(workspaceId, campaignIds);
  const mailboxes = await readAction(ctx, deps, listMailboxes, {});
  const addresses = new Map(mailboxes.map(({ id, address }) => [id, address]));
  return groups.map(({ campaignId, rows }) => ({
    title: campaigns.get(campaignId ?? '') ?? (isGrouped ? 'Other replies' : undefined),
    rows: rows.map((reply) => ({
      ...toReplyView(reply),
      href: inboxHref(query, reply.id),
      fromName: reply.fromName || names.get(reply.contactId ?? ''),
      snippet: snippets.get(reply.id),
      mailbox: addresses.get(reply.mailboxId ?? ''),
      certainty: Math.round(reply.confidence * 100),
      isLate: reply.needsAction && reply.dueAt !== undefined && reply.dueAt < deps.now(),
      isOpen: reply.id === openId,
    })),
  }));
}

/** Addresses of the rows around the open one, and of the pages around this one. */
function linksFrom(query: InboxQuery, { ids, next }: InboxPage, openId: string | undefined) {
  const at = openId === undefined ? -1 : ids.indexOf(openId);
  const following = ids[at + 1];
  const { after, ...first } = query;
  const last = next && { ...first, after: { value: next.value as Date | null, id: next.id } };
  return {
    listHref: inboxHref(query),
    newerHref: at > 0 ? inboxHref(query, ids[at - 1]) : undefined,
    olderHref: following && inboxHref(query, following),
    moreHref: last ? inboxHref(last) : null,
    firstHref: after ? inboxHref(first) : null,
  };
}
