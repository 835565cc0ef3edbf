import type { Model, PipelineStage } from 'mongoose';
import { automaticClasses } from '../../domain/campaigns/automatic-classes.ts';
import type { ReportMetric, ReportRow } from '../../domain/campaigns/outbound-report.ts';
import { internalKinds } from '../../domain/messages/message-state.ts';
import { ContactModel } from '../contacts/contact-store.ts';
import { MessageModel } from '../messages/message-model.ts';
import { ReplyModel } from '../replies/reply-store.ts';
import { SuppressionModel } from '../suppressions/suppression-store.ts';
import { EnrollmentModel } from './enrollment-model.ts';

const interestedClasses = ['interested', 'meeting_request'];
const rowsMax = 50_000;

interface Count {
  metric: ReportMetric;
  model: Pick<Model<unknown>, 'aggregate'>;
  /** Field with the relevant time, which must be within the period. */
  at: string;
  where: Record<string, unknown>;
  /** Counts each value of this field once, at its first time, instead of counting each document. */
  oncePer?: string;
  hasCampaign?: boolean;
  hasMailbox?: boolean;
}

const both = { hasCampaign: true, hasMailbox: true };
const people = { model: ReplyModel, at: 'receivedAt', oncePer: 'fromAddress', ...both };

const counts: Count[] = [
  { metric: 'sourced', model: ContactModel, at: 'createdAt', where: {} },
  { metric: 'enrolled', model: EnrollmentModel, at: 'createdAt', where: {}, hasCampaign: true },
  { metric: 'sent', model: MessageModel, at: 'sentAt', where: { kind: { $nin: internalKinds } }, ...both },
  // A bounced message no longer changes, so its last change is the bounce.
  {
    metric: 'bounced',
    model: MessageModel,
    at: 'updatedAt',
    where: { state: 'bounced', bounceType: { $ne: 'complaint' } },
    ...both,
  },
  { metric: 'replied', where: { class: { $nin: automaticClasses } }, ...people },
  { metric: 'interested', where: { class: { $in: interestedClasses } }, ...people },
  { metric: 'meetings', where: { class: 'meeting_request' }, ...people },
  {
    metric: 'unsubscribed',
    model: SuppressionModel,
    at: 'createdAt',
    where: { reason: { $in: ['unsubscribe', 'complaint'] } },
  },
];

/** Number of starts at or before the time, minus one: the index of its day. */
function dayIndexOf(field: string, starts: Date[]) {
  return {
    $subtract: [{ $size: { $filter: { input: starts, as: 'start', cond: { $lte: ['$$start', `$${field}`] } } } }, 1],
  };
}

function stagesOf(workspaceId: string, count: Count, starts: Date[]): PipelineStage[] {
  const { at, where, oncePer, hasCampaign, hasMailbox } = count;
  const key = { ...(hasCampaign && { campaignId: '$campaignId' }), ...(hasMailbox && { mailboxId: '$mailboxId' }) };
  const again = {
    ...(hasCampaign && { campaignId: '$_id.campaignId' }),
    ...(hasMailbox && { mailboxId: '$_id.mailboxId' }),
  };
  const match = { $match: { workspaceId, ...where, [at]: { $gte: starts[0]!, $lt: starts.at(-1)! } } };
  const first: PipelineStage = { $group: { _id: { ...key, person: `$${oncePer}` }, at: { $min: `$${at}` } } };
  const day = dayIndexOf(oncePer === undefined ? at : 'at', starts);
  const group = { $group: { _id: { ...(oncePer === undefined ? key : again), dayIndex: day }, count: { $sum: 1 } } };
  return [match, ...(oncePer === undefined ? [] : [first]), group, { $limit: rowsMax }];
}

interface Group {
  _id: { campaignId?: string | null; mailboxId?: string | null; dayIndex: number };
  count: number;
}

/** All counts of a period, defined by the starts of its days and the end of the last one. */
export async function countOutbound(workspaceId: string, starts: Date[]): Promise<ReportRow[]> {
  const rows: ReportRow[] = [];
  for (const count of counts) {
    const groups = await count.model.aggregate<Group>(stagesOf(workspaceId, count, starts));
    for (const { _id, count: many } of groups) {
      const { campaignId = null, mailboxId = null, dayIndex } = _id;
      rows.push({ metric: count.metric, dayIndex, campaignId, mailboxId, count: many });
    }
  }
  return rows;
}
