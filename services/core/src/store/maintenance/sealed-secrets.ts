import { providerNames } from '../../domain/workspaces/providers/provider-kinds.ts';
import type { KeyRing } from '../../secrets/key-ring.ts';
import { isSealedWithCurrent, seal, unseal } from '../../secrets/secret-box.ts';
import { type ApprovalDoc, ApprovalModel, approvalSeal } from '../approvals/approval-model.ts';
import { PendingErasureModel, pendingErasureSeal } from '../erasure/pending-erasure-store.ts';
import { type WebhookDoc, WebhookModel } from '../events/webhooks/webhook-store.ts';
import { type MailboxDoc, MailboxModel } from '../mailboxes/mailbox-store.ts';
import { SecondStepModel, secondStepSeal } from '../members/second-step-store.ts';
import { type ProviderDoc, ProviderModel } from '../workspaces/providers/provider-store.ts';

/** Paths of a mailbox's secrets: passwords and sign-in tokens. */
const secretPaths = ['smtp.secret', 'imap.secret', 'signIn.refreshSecret', 'signIn.accessSecret'] as const;

/** Secret that the ring cannot open, and its owner. */
export interface LostSecret {
  workspaceId: string;
  id: string;
  label: string;
}

interface LostSecrets {
  mailboxes: LostSecret[];
  webhooks: LostSecret[];
  providers: LostSecret[];
  /** IDs of users whose two-step sign-in secret cannot be opened. */
  secondSteps: string[];
  erasures: LostSecret[];
  approvals: LostSecret[];
}

/** Replacement for a sealed secret: another box, null to remove it, or undefined to keep it. */
type Change = (box: string, context: string) => string | null | undefined;

/** Reseals, with the ring's current key, all secrets sealed with another key. Returns their number. */
export async function resealAll(ring: KeyRing): Promise<number> {
  let count = 0;
  const reseal: Change = (box, workspaceId) => {
    if (isSealedWithCurrent(ring, box)) return undefined;
    count += 1;
    return seal(ring, workspaceId, unseal(ring, workspaceId, box));
  };
  await changeMailboxes(reseal);
  await changeWebhooks(reseal);
  await changeProviders(reseal);
  await changeSecondSteps(reseal);
  await changePendingErasures(reseal);
  await changeApprovals(reseal);
  return count;
}

/** Number of secrets of each kind that no key of the ring opens. */
export async function countUnopenable(ring: KeyRing): Promise<Record<keyof LostSecrets, number>> {
  const counts = { mailboxes: 0, webhooks: 0, providers: 0, secondSteps: 0, erasures: 0, approvals: 0 };
  const count =
    (kind: keyof LostSecrets): Change =>
    (box, context) => {
      if (!canOpen(ring, box, context)) counts[kind] += 1;
      return undefined;
    };
  await changeMailboxes(count('mailboxes'));
  await changeWebhooks(count('webhooks'));
  await changeProviders(count('providers'));
  await changeSecondSteps(count('secondSteps'));
  await changePendingErasures(count('erasures'));
  await changeApprovals(count('approvals'));
  return counts;
}

function canOpen(ring: KeyRing, box: string, context: string): boolean {
  try {
    unseal(ring, context, box);
    return true;
  } catch {
    return false;
  }
}

/**
 * Removes passwords that can no longer be opened, and gives the affected endpoints a new signing secret. Stops the
 * search for erased people whose names are lost, and cancels requests that were pending a person's decision.
 */
export async function dropUnopenable(ring: KeyRing, newSecret: () => string): Promise<LostSecrets> {
  const isLost = (box: string, context: string): boolean => !canOpen(ring, box, context);
  const mailboxes = await changeMailboxes((box, workspaceId) => (isLost(box, workspaceId) ? null : undefined));
  const webhooks = await changeWebhooks((box, workspaceId) =>
    isLost(box, workspaceId) ? seal(ring, workspaceId, newSecret()) : undefined,
  );
  const providers = await changeProviders((box, context) => (isLost(box, context) ? null : undefined));
  const secondSteps = await changeSecondSteps((box, context) => (isLost(box, context) ? null : undefined));
  const erasures = await changePendingErasures((box, context) => (isLost(box, context) ? null : undefined));
  const approvals = await changeApprovals((box, context) => (isLost(box, context) ? null : undefined));
  return { mailboxes, webhooks, providers, secondSteps, erasures, approvals };
}

/**
 * Applies each change only if the secret is still the one that was read. A password entered in the meantime is kept.
 */
async function changeMailboxes(change: Change): Promise<LostSecret[]> {
  const changed = new Map<string, LostSecret>();
  for await (const { _id, workspaceId, address, ...mailbox } of MailboxModel.find({}).lean<MailboxDoc[]>().cursor()) {
    for (const path of secretPaths) {
      const [part, name] = path.split('.') as ['smtp', 'secret'];
      const box = mailbox[part]?.[name];
      const next = box ? change(box, workspaceId) : undefined;
      if (next === undefined) continue;
      await MailboxModel.updateOne({ _id, workspaceId, [path]: box }, { $set: { [path]: next } });
      changed.set(_id, { workspaceId, id: _id, label: address });
    }
  }
  return [...changed.values()];
}

/** Two-step sign-in secrets of people, whose context is not a workspace. Returns the users. */
async function changeSecondSteps(change: Change): Promise<string[]> {
  const changed: string[] = [];
  for await (const { _id, secret } of SecondStepModel.find({ secret: { $ne: null } })
    .lean()
    .cursor()) {
    const next = secret === null ? undefined : change(secret, secondStepSeal(_id));
    if (next === undefined) continue;
    await SecondStepModel.updateOne({ _id, secret }, { $set: { secret: next } });
    changed.push(_id);
  }
  return changed;
}

/** Inputs of pending approvals. */
async function changeApprovals(change: Change): Promise<LostSecret[]> {
  const changed: LostSecret[] = [];
  for await (const { _id, workspaceId, input, summary } of ApprovalModel.find({ input: { $ne: '' } })
    .lean<ApprovalDoc[]>()
    .cursor()) {
    const next = change(input, approvalSeal(workspaceId, _id));
    if (next === undefined) continue;
    const members = next === null ? { input: '', state: 'cancelled' as const } : { input: next };
    await ApprovalModel.updateOne({ _id, workspaceId, input }, { $set: members });
    changed.push({ workspaceId, id: _id, label: summary });
  }
  return changed;
}

async function changeWebhooks(change: Change): Promise<LostSecret[]> {
  const changed: LostSecret[] = [];
  for await (const { _id, workspaceId, url, secrets } of WebhookModel.find({}).lean<WebhookDoc[]>().cursor()) {
    const next = secrets.map((box) => change(box, workspaceId) ?? box);
    if (next.every((box, i) => box === secrets[i])) continue;
    await WebhookModel.updateOne({ _id, workspaceId, secrets }, { $set: { secrets: next } });
    changed.push({ workspaceId, id: _id, label: url });
  }
  return changed;
}

/** API keys of providers. One without its key is paused. */
async function changeProviders(change: Change): Promise<LostSecret[]> {
  const changed: LostSecret[] = [];
  for await (const { _id, workspaceId, kind, sealedKey } of ProviderModel.find({}).lean<ProviderDoc[]>().cursor()) {
    const next = sealedKey === null ? undefined : change(sealedKey, workspaceId);
    if (next === undefined) continue;
    const members = next === null ? { sealedKey: null, keyEnd: null, isActive: false } : { sealedKey: next };
    await ProviderModel.updateOne({ _id, workspaceId, sealedKey }, { $set: members });
    changed.push({ workspaceId, id: _id, label: providerNames[kind] });
  }
  return changed;
}

/** Names of erased people, kept until all other records have been searched for them. */
async function changePendingErasures(change: Change): Promise<LostSecret[]> {
  const changed: LostSecret[] = [];
  for await (const { _id, workspaceId, known } of PendingErasureModel.find({}).lean().cursor()) {
    const next = change(known, pendingErasureSeal(workspaceId, _id));
    if (next === undefined) continue;
    const asRead = { _id, workspaceId, known };
    if (next === null) await PendingErasureModel.deleteOne(asRead);
    else await PendingErasureModel.updateOne(asRead, { $set: { known: next } });
    changed.push({ workspaceId, id: _id, label: 'erased contact' });
  }
  return changed;
}
