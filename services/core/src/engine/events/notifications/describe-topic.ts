import { cutText } from '@outbound/node-service/text/cut-text';
import { describeCounts } from '../../../domain/jobs/job.ts';
import { counted } from '../../../domain/text/counted.ts';
import { countWaiting } from '../../../store/approvals/approval-store.ts';
import { findCampaign } from '../../../store/campaigns/campaign-store.ts';
import { readBalance } from '../../../store/credits/balance-store.ts';
import { lowBalance } from '../../../store/credits/ledger-store.ts';
import { findWebhook } from '../../../store/events/webhooks/webhook-store.ts';
import { findJob } from '../../../store/jobs/job-store.ts';
import { findMailbox } from '../../../store/mailboxes/mailbox-store.ts';
import { findReply } from '../../../store/replies/reply-store.ts';
import { countMessages, countReplies } from '../../approvals/work-for-person.ts';

const countedMax = 99;
const quotedMax = 200;

/** Current text about a topic, and the page that handles it. */
export interface TopicNews {
  text: string;
  href: string;
}

type Describe = (workspaceId: string, topic: string, now: Date) => Promise<TopicNews | null>;

/** By topic, or by the ID prefix of the record that is the topic. */
const describers: Record<string, Describe> = {
  approvals: describeApprovals,
  replies: describeReplies,
  rpl: describeSuppression,
  credits: describeCredits,
  mbx: describeMailbox,
  cmp: describeCampaign,
  whk: describeWebhook,
  job: describeJob,
};

/** Null if the topic was handled in the meantime or no longer exists. */
export async function describeTopic(workspaceId: string, topic: string, now: Date): Promise<TopicNews | null> {
  const describe = describers[topic.split('_')[0]!];
  return describe === undefined ? null : describe(workspaceId, topic, now);
}

async function describeApprovals(workspaceId: string, _topic: string, now: Date): Promise<TopicNews | null> {
  const requests = await countWaiting(workspaceId, countedMax, now);
  const { count: messages } = await countMessages(workspaceId, countedMax);
  const parts = [
    ...(requests > 0 ? [some(requests, 'request')] : []),
    ...(messages > 0 ? [some(messages, 'message')] : []),
  ];
  if (parts.length === 0) return null;
  const verb = requests + messages === 1 ? 'waits' : 'wait';
  return { text: `${parts.join(' and ')} ${verb} for approval`, href: '/app/approvals' };
}

async function describeReplies(workspaceId: string, _topic: string, now: Date): Promise<TopicNews | null> {
  const { count } = await countReplies(workspaceId, countedMax, now);
  if (count === 0) return null;
  return {
    text: `${some(count, 'reply')} ${count === 1 ? 'needs' : 'need'} a decision`,
    href: '/app/inbox',
  };
}

/** Suppression that the text of a reply decided, as long as a member can take it back. */
async function describeSuppression(workspaceId: string, replyId: string, now: Date): Promise<TopicNews | null> {
  const reply = await findReply(workspaceId, replyId);
  if (!reply?.undoUntil || reply.undoUntil <= now) return null;
  const text = `${reply.fromAddress} was suppressed because of their reply. Within a day, you can take it back`;
  return { text, href: `/app/replies/${replyId}` };
}

async function describeCredits(workspaceId: string): Promise<TopicNews | null> {
  const balance = await readBalance(workspaceId);
  if (balance > lowBalance) return null;
  const text = balance === 0 ? 'No credits are left' : `Credits run out: ${counted(balance, 'credit')} left`;
  return { text, href: '/app/credits' };
}

async function describeMailbox(workspaceId: string, mailboxId: string): Promise<TopicNews | null> {
  const mailbox = await findMailbox(workspaceId, mailboxId);
  if (mailbox === null || (mailbox.state === 'active' && mailbox.readFailureCount === 0)) return null;
  const text = `The mailbox ${mailbox.address} fails: ${quoted(mailbox.lastError ?? 'see its page')}`;
  return { text, href: `/app/mailboxes/${mailboxId}` };
}

const pauseReasons: Record<string, string> = {
  bounce_protection: 'too many of its messages came back',
  complaint_rate: 'too many people complained',
  no_mailbox: 'it has no mailbox that sends',
  out_of_credits: 'no credits are left',
};

async function describeCampaign(workspaceId: string, campaignId: string): Promise<TopicNews | null> {
  const campaign = await findCampaign(workspaceId, campaignId);
  if (campaign?.state !== 'paused') return null;
  const reason = pauseReasons[campaign.pauseReason ?? ''] ?? 'see its page';
  return { text: `The campaign “${campaign.name}” was stopped: ${reason}`, href: `/app/campaigns/${campaignId}` };
}

async function describeWebhook(workspaceId: string, webhookId: string): Promise<TopicNews | null> {
  const webhook = await findWebhook(workspaceId, webhookId);
  if (webhook === null || webhook.state === 'active') return null;
  return { text: `The webhook ${quoted(webhook.url)} was given up`, href: `/app/webhooks/${webhookId}` };
}

async function describeJob(workspaceId: string, jobId: string): Promise<TopicNews | null> {
  const job = await findJob(workspaceId, jobId);
  if (job === null) return null;
  const outcome = job.error === null ? describeCounts(job.counts) : quoted(job.error.message);
  return { text: `${quoted(job.title)}: ${job.state}, ${outcome}`, href: `/app/jobs/${jobId}` };
}

function some(count: number, noun: string): string {
  return count < countedMax ? counted(count, noun) : `${counted(count, noun)} or more`;
}

function quoted(text: string): string {
  return cutText(text.replace(/\s+/g, ' ').trim(), quotedMax, '…');
}
