import { cutText } from '@outbound/node-service/text/cut-text';
import type { InboxView } from '../../domain/replies/inbox-views.ts';
import type { PagePosition } from '../../domain/values/paging.ts';
import { findContacts } from '../../store/contacts/contact-store.ts';
import { countInbox, findInbox, findReplyTexts } from '../../store/replies/inbox-store.ts';
import type { ReplyRecord } from '../../store/replies/reply-store.ts';

const snippetLength = 140;

/** First line of each reply, shortened. */
export async function snippetsOf(workspaceId: string, replyIds: readonly string[]): Promise<Map<string, string>> {
  const texts = await findReplyTexts(workspaceId, replyIds);
  return new Map(texts.map(({ id, bodyText }) => [id, snippetOf(bodyText)]));
}

interface Sender {
  fromName: string;
  contactId: string | null;
}

/** Names of senders who gave none, from their contacts. */
export async function namesOfSenders(workspaceId: string, replies: readonly Sender[]): Promise<Map<string, string>> {
  const nameless = replies.flatMap(({ fromName, contactId }) => (fromName === '' && contactId ? [contactId] : []));
  if (nameless.length === 0) return new Map();
  const found = await findContacts(workspaceId, [...new Set(nameless)]);
  return new Map(found.map(({ id, firstName, lastName }) => [id, [firstName, lastName].filter(Boolean).join(' ')]));
}

/** Views whose replies wait for something, grouped by campaign. The others are one list, newest first. */
const groupedViews: InboxView[] = ['needs-you', 'snoozed'];
const countedMax = 1_000;

/** One page of the inbox, as it is shown. */
export interface InboxPage {
  /** In the order of the first reply of each campaign: the one that is due first. Null: no campaign, or no groups. */
  groups: { campaignId: string | null; rows: ReplyRecord[] }[];
  isGrouped: boolean;
  /** IDs of all rows in their order. */
  ids: string[];
  /** Start of the next page. */
  next: PagePosition | null;
}

export async function readInbox(
  workspaceId: string,
  query: Parameters<typeof findInbox>[1],
  page: Parameters<typeof findInbox>[2],
  now: Date,
): Promise<InboxPage> {
  const { items, next } = await findInbox(workspaceId, query, page, now);
  const isGrouped = groupedViews.includes(query.view);
  const byCampaign = isGrouped ? Map.groupBy(items, ({ campaignId }) => campaignId) : new Map([[null, items]]);
  const groups = [...byCampaign].map(([campaignId, rows]) => ({ campaignId, rows }));
  return { groups, isGrouped, ids: groups.flatMap(({ rows }) => rows.map(({ id }) => id)), next };
}

const overdueMax = 10;

/** The reply whose due time passed first, and how many others are overdue too. Undefined if none is. */
export async function firstOverdue(
  workspaceId: string,
  now: Date,
): Promise<{ name: string; dueAt: Date; receivedAt: Date; count: number; hasMore: boolean } | undefined> {
  const { items, next } = await findInbox(workspaceId, { view: 'needs-you' }, { limit: overdueMax }, now);
  const overdue = items.filter(({ dueAt }) => dueAt !== undefined && dueAt < now);
  const [first] = overdue;
  if (first?.dueAt === undefined) return undefined;
  const names = await namesOfSenders(workspaceId, [first]);
  const name = first.fromName || names.get(first.contactId ?? '') || first.fromAddress;
  const { dueAt, receivedAt } = first;
  return { name, dueAt, receivedAt, count: overdue.length, hasMore: next !== null && overdue.length === items.length };
}

/** Row to open after this one leaves the list. Undefined if there is no other. */
export function followingIn({ ids }: InboxPage, id: string): string | undefined {
  const at = ids.indexOf(id);
  return at === -1 ? ids[0] : (ids[at + 1] ?? ids[at - 1]);
}

/** Number of replies that wait, by view, up to a thousand. */
export async function countInboxViews(workspaceId: string, now: Date): Promise<Map<InboxView, number>> {
  const views: InboxView[] = ['needs-you', 'snoozed', 'unmatched'];
  const counts = views.map(async (view) => [view, await countInbox(workspaceId, view, countedMax, now)] as const);
  return new Map(await Promise.all(counts));
}

export async function hasAnyReply(workspaceId: string, now: Date): Promise<boolean> {
  return (await countInbox(workspaceId, 'all', 1, now)) > 0;
}

/** Omits quoted lines. */
function snippetOf(bodyText: string): string {
  const own = bodyText.split('\n').filter((line) => !line.startsWith('>'));
  return cutText(own.join(' ').replace(/\s+/g, ' ').trim(), snippetLength);
}
