import { type InboxView, inboxSorts } from '../../domain/replies/inbox-views.ts';
import type { PageRequest, PageResult } from '../../domain/values/paging.ts';
import { findPage } from '../documents/find-page.ts';
import { textFilter } from './reply-list-store.ts';
import { type ReplyDoc, ReplyModel, type ReplyRecord } from './reply-store.ts';

function whereOf(view: InboxView, now: Date): Record<string, unknown> {
  const matched = { state: { $ne: 'unmatched' } };
  if (view === 'needs-you') return { ...matched, needsAction: true, snoozedUntil: { $not: { $gt: now } } };
  if (view === 'snoozed') return { needsAction: true, snoozedUntil: { $gt: now } };
  if (view === 'unmatched') return { state: 'unmatched' };
  return view === 'unread' ? { ...matched, isRead: false } : matched;
}

export interface InboxFilter {
  view: InboxView;
  class?: string;
  q?: string;
  campaignId?: string;
  /** Received from the first of these times, and before the second one. */
  received?: readonly [from: Date, before: Date];
}

/** Replies of one view, in its order. */
export function findInbox(
  workspaceId: string,
  { view, class: replyClass, q, campaignId, received }: InboxFilter,
  page: Omit<PageRequest, 'sort'>,
  now: Date,
): Promise<PageResult<ReplyRecord>> {
  const filter = {
    workspaceId,
    ...whereOf(view, now),
    ...(replyClass && { class: replyClass }),
    ...(campaignId && { campaignId }),
    ...(received && { receivedAt: { $gte: received[0], $lt: received[1] } }),
    ...textFilter(q),
  };
  return findPage<ReplyDoc>(ReplyModel, filter, { ...page, sort: inboxSorts[view] });
}

/** Counts the replies in a view, up to `max`. */
export function countInbox(workspaceId: string, view: InboxView, max: number, now: Date): Promise<number> {
  return ReplyModel.countDocuments({ workspaceId, ...whereOf(view, now) })
    .limit(max)
    .exec();
}

/** Reply texts alone, for lists that show the beginning of each. */
export async function findReplyTexts(workspaceId: string, ids: readonly string[]) {
  const found = await ReplyModel.find({ workspaceId, _id: { $in: ids } }, { bodyText: 1 }).lean<
    Pick<ReplyDoc, '_id' | 'bodyText'>[]
  >();
  return found.map(({ _id, bodyText }) => ({ id: _id, bodyText }));
}

/** Author of each reply, as the mail names them. */
export async function findReplySenders(workspaceId: string, ids: readonly string[]) {
  const found = await ReplyModel.find({ workspaceId, _id: { $in: ids } }, { fromName: 1, fromAddress: 1 }).lean<
    Pick<ReplyDoc, '_id' | 'fromName' | 'fromAddress'>[]
  >();
  return found.map(({ _id, fromName, fromAddress }) => ({ id: _id, name: fromName || fromAddress }));
}
