import { escapeRegExp } from '../../domain/text/escape-reg-exp.ts';
import { given } from '../../domain/values/given.ts';
import type { PageRequest, PageResult } from '../../domain/values/paging.ts';
import { findPage } from '../documents/find-page.ts';
import { type ReplyDoc, ReplyModel, type ReplyRecord } from './reply-store.ts';

export type ReplyFilter = Partial<
  Record<'class' | 'state' | 'campaignId' | 'enrollmentId' | 'contactId', string> &
    Record<'isRead' | 'needsAction', boolean> & {
      /** Searches the subject, the text, and the sender's name and email address. */
      q: string;
    }
>;

export function textFilter(q: string | undefined): Record<string, unknown> {
  if (q === undefined) return {};
  const pattern = { $regex: escapeRegExp(q), $options: 'i' };
  return { $or: ['subject', 'bodyText', 'fromName', 'fromAddress'].map((field) => ({ [field]: pattern })) };
}

/** Unmatched replies are listed only on request. */
export function listReplies(
  workspaceId: string,
  { q, ...filter }: ReplyFilter,
  page: PageRequest,
): Promise<PageResult<ReplyRecord>> {
  return findPage<ReplyDoc>(
    ReplyModel,
    { workspaceId, state: { $ne: 'unmatched' }, ...given(filter), ...textFilter(q) },
    page,
  );
}

/** The replies of a member who has left belong to no one. */
export async function releaseReplies(workspaceId: string, ownerId: string, now: Date): Promise<void> {
  const released = { $set: { ownerId: null, updatedAt: now }, $inc: { version: 1 } };
  await ReplyModel.updateMany({ workspaceId, ownerId }, released);
}
