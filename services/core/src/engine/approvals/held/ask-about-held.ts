import type { Actor } from '../../../domain/members/actor.ts';
import { counted } from '../../../domain/text/counted.ts';
import { digestOf } from '../../../domain/values/canonical-json.ts';
import { seal } from '../../../secrets/secret-box.ts';
import type { Config } from '../../../settings/config.ts';
import {
  type ApprovalRecord,
  approvalSeal,
  insertApproval,
  newApprovalId,
} from '../../../store/approvals/approval-store.ts';
import { extendHeld, findPendingHeld } from '../../../store/approvals/held-approval-store.ts';
import { deleteAskedManifests, insertManifest } from '../../../store/approvals/manifest-store.ts';
import { type CampaignRecord, findCampaign } from '../../../store/campaigns/campaign-store.ts';
import { findHeldUnasked, noteAsked } from '../../../store/campaigns/held-messages.ts';
import { inTransaction } from '../../../store/documents/transaction.ts';
import { addEvent } from '../../../store/events/event-store.ts';
import { findMessages, type MessageRecord, transitionMessage } from '../../../store/messages/message-store.ts';
import { findWorkspace, type WorkspaceRecord } from '../../../store/workspaces/workspace-store.ts';
import { workspaceNow } from '../../workspaces/workspace-clock.ts';
import { messagesManifest } from '../manifest/message-manifest.ts';
import { strangeSender } from '../manifest/strange-sender.ts';
import { type ComparedNow, compareNow } from './compare-held.ts';
import { grouped } from './grouped-differences.ts';
import { type Authority, takeAgain } from './same-authority.ts';

const heldAtOnce = 1_000;
/** Messages are planned again at most once in this time. */
const replannedAgainMs = 60_000;

const service: Actor = { kind: 'system', id: 'held-messages', name: 'Outbound' };

interface Deps {
  config: Config;
  now: () => Date;
}

interface Facts extends Deps {
  workspace: WorkspaceRecord;
  time: Date;
}

/**
 * Asks once about all messages that are held because they changed after their approval. Messages of an
 * unattended key or autopilot are planned again under the same authority. Only those beyond its limits are asked about.
 * Returns the number of messages that it settled. It leaves those whose contact or mailbox is missing.
 */
export async function askAboutHeld(workspaceId: string, deps: Deps): Promise<number> {
  const held = await findHeldUnasked(workspaceId, heldAtOnce);
  const workspace = held.length === 0 ? null : await findWorkspace(workspaceId);
  if (workspace === null) return 0;
  const facts = { ...deps, workspace, time: workspaceNow(workspace, deps.now()) };
  let count = 0;
  for (const [subject, messages] of Map.groupBy(held, subjectOf)) {
    const campaign = messages[0]!.campaignId === subject ? await findCampaign(workspaceId, subject) : null;
    const compared = await compareNow(messages, campaign, { workspace, now: facts.time });
    await settle(compared, { subject, campaign }, facts);
    count += compared.length;
  }
  return count;
}

/** Messages of a campaign are asked about together, and others one by one. */
function subjectOf({ kind, campaignId, id }: MessageRecord): string {
  return kind === 'campaign' && campaignId !== null ? campaignId : id;
}

interface Subject {
  subject: string;
  campaign: CampaignRecord | null;
}

async function settle(compared: ComparedNow[], about: Subject, facts: Facts): Promise<void> {
  const same = compared.filter(({ differences }) => differences.length === 0);
  const changed = compared.filter(({ differences }) => differences.length > 0);
  for (const { message } of same) await release(message, about, facts);
  const byManifest = Map.groupBy(changed, ({ covering }) => covering?.manifest.id ?? '');
  for (const own of byManifest.values()) {
    const left = await sendUnderSameAuthority(own, about, facts);
    if (left.length > 0) await ask(left, about, facts);
  }
}

/** The message is as it was approved again. */
function release({ workspaceId, id, version, scheduledAt }: MessageRecord, { campaign }: Subject, { time }: Facts) {
  const transition = campaign === null || campaign.state === 'running' ? 'schedule' : 'approve';
  const changes = { holdReason: null, approvedAt: time, scheduledAt: scheduledAt ?? time };
  return transitionMessage(workspaceId, id, transition, changes, time, version);
}

/** Stores a new manifest for as many messages as the authority covers. Returns the others. */
async function sendUnderSameAuthority(compared: ComparedNow[], about: Subject, facts: Facts): Promise<ComparedNow[]> {
  const [first] = compared;
  const manifest = first?.covering?.manifest;
  if (manifest === undefined || (manifest.connectionId === null && !manifest.isByAutopilot)) return compared;
  // It was planned again just now and still differs: a person decides.
  if (manifest.replaces && facts.time.getTime() - manifest.createdAt.getTime() < replannedAgainMs) return compared;
  const { workspace, time } = facts;
  const messages = compared.map(({ message }) => message);
  const whole = await messagesManifest('approve_messages', messages, { workspace, now: time });
  if ((await strangeSender(workspace.id, whole.manifest)) !== null) return compared;
  return inTransaction(async () => {
    const count = await takeAgain(manifest, messages.length, workspace, facts.now());
    const covered = compared.slice(0, count);
    if (count === 0) return compared;
    const own = covered.map(({ message }) => message);
    const again =
      count === messages.length ? whole : await messagesManifest('approve_messages', own, { workspace, now: time });
    const { connectionId, isByAutopilot, actor } = manifest;
    const authority: Authority = { connectionId, isByAutopilot };
    const stored = { ...again.manifest, replaces: manifest.id };
    await insertManifest(stored, { ...authority, ...approvedBy(workspace.id, actor, time), approvalId: null });
    for (const { message, current } of covered) await release({ ...message, ...current }, about, facts);
    return compared.slice(count);
  });
}

function approvedBy(workspaceId: string, actor: Actor, createdAt: Date) {
  return { workspaceId, actor, createdAt, isApproved: true } as const;
}

/** Adds the messages to the pending request about their subject, or makes one. */
function ask(compared: ComparedNow[], { subject, campaign }: Subject, facts: Facts): Promise<void> {
  const { workspace, time, now } = facts;
  const { id: workspaceId } = workspace;
  return inTransaction(async () => {
    const known = await findPendingHeld(workspaceId, subject);
    const earlier = known === null ? [] : await stillHeld(workspaceId, known);
    const isKnown = new Set(earlier.map((message) => message.id));
    const added = compared.flatMap(({ message }) => (isKnown.has(message.id) ? [] : [message]));
    const messages = [...earlier, ...added];
    const all = await compareNow(messages, campaign, { workspace, now: time });
    const { manifest } = await messagesManifest('approve_messages', messages, { workspace, now: time });
    const id = known?.id ?? newApprovalId();
    const replaces =
      known?.replaces ?? compared.find(({ covering }) => covering)?.covering?.manifest.approvalId ?? null;
    const request = requestAbout(messages, campaign);
    const input = seal(facts.config.keyRing, approvalSeal(workspaceId, id), JSON.stringify(request.input));
    const asked = {
      ...request,
      input,
      inputDigest: digestOf(request.input),
      heldMessageIds: messages.map((message) => message.id),
      differences: grouped(all),
      recipients: messages.length,
      subjectIds: [...new Set(messages.flatMap((message) => [message.id, message.contactId ?? []].flat()))],
    };
    if (known === null) {
      const who = { connectionId: service.id, actor: service, via, scopes: [...scopes] };
      const about = { workspaceId, idempotencyKey: id, requestId: id, credits: 0, createdAt: now(), heldFor: subject };
      await insertApproval(id, { ...who, ...about, ...asked, replaces });
      const size = { credits: 0, recipients: messages.length };
      await addEvent(workspaceId, 'approval.requested', id, { action: request.action, ...size }, now());
    } else await extendHeld(workspaceId, id, asked);
    await deleteAskedManifests(workspaceId, id);
    const kept = { workspaceId, approvalId: id, isApproved: false, connectionId: null, isByAutopilot: false };
    await insertManifest({ ...manifest, replaces }, { ...kept, actor: service, createdAt: now() });
    await noteAsked(workspaceId, asked.heldMessageIds, id);
  });
}

const via = 'worker' as const;
const scopes = ['messages:write', 'replies:write', 'sending:write'] as const;

async function stillHeld(workspaceId: string, { heldMessageIds = [] }: ApprovalRecord): Promise<MessageRecord[]> {
  const found = await findMessages(workspaceId, heldMessageIds);
  return found.filter(({ state }) => state === 'awaiting_approval');
}

function requestAbout(messages: MessageRecord[], campaign: CampaignRecord | null) {
  const [first] = messages;
  const reason = 'They changed after their approval.';
  const of = campaign === null ? '' : ` of ${campaign.name}`;
  const summary = `Would send ${counted(messages.length, 'held message')}${of} as they are now.`;
  if (first?.kind === 'answer')
    return {
      action: 'approve_answer',
      input: { replyId: first.replyId },
      reason: 'It changed after its approval.',
      summary,
    };
  return { action: 'approve_messages', input: { messageIds: messages.map(({ id }) => id) }, reason, summary };
}
