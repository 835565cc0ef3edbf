import type { RetentionKind } from '../../domain/workspaces/retention-kinds.ts';
import { firstIdAt } from '../documents/first-id.ts';
import { modelNamed } from '../erasure/contact-traces-store.ts';
import { noteRemovedEntries } from '../events/audit/audit-chain-store.ts';

type Where = Record<string, unknown>;

/** One collection of a kind: the filter for old documents, and the fields to blank if the document itself stays. */
interface Part {
  model: string;
  isOld(before: Date): Where;
  blank?: Where;
  /** Records what must be remembered about removed documents. */
  note?(workspaceId: string, ids: string[]): Promise<void>;
}

const settledStates = ['sent', 'bounced', 'failed', 'skipped', 'cancelled'];

/** IDs begin with their timestamp, so this combines an index range with the exact time. */
function byId(prefix: string, more: Where = {}): Part['isOld'] {
  return (before) => ({ _id: { $lt: firstIdAt(prefix, before) }, createdAt: { $lt: before }, ...more });
}

const parts: Record<RetentionKind, readonly Part[]> = {
  mail: [
    {
      model: 'Message',
      isOld: (before) => ({ state: { $in: settledStates }, updatedAt: { $lt: before }, bodyText: { $ne: '' } }),
      blank: { subject: '', bodyText: '', attachments: [] },
    },
    {
      model: 'Reply',
      isOld: (before) => ({ receivedAt: { $lt: before }, needsAction: false, bodyText: { $ne: '' } }),
      blank: { subject: '', bodyText: '', attachments: [] },
    },
    { model: 'Attachment', isOld: (before) => ({ createdAt: { $lt: before } }) },
  ],
  captured: [{ model: 'CapturedMessage', isOld: (before) => ({ createdAt: { $lt: before } }) }],
  audit: [{ model: 'AuditEntry', isOld: byId('aud', { 'chain.seq': { $gt: 0 } }), note: noteRemovedEntries }],
  jobs: [
    { model: 'Job', isOld: byId('job', { isOpen: { $exists: false } }) },
    { model: 'JobResult', isOld: (before) => ({ createdAt: { $lt: before } }) },
  ],
  events: [{ model: 'Event', isOld: byId('evt', { isPending: { $exists: false } }) }],
};

const countedMax = 100_000;

/** Number of older records of a kind, up to 100,000 per collection. */
export async function countOld(workspaceId: string, kind: RetentionKind, before: Date): Promise<number> {
  let count = 0;
  for (const { model, isOld } of parts[kind])
    count += await modelNamed(model).countDocuments({ workspaceId, ...isOld(before) }, { limit: countedMax });
  return count;
}

/** Removes or blanks up to `limit` records per collection. Returns their number. */
export async function removeOld(
  workspaceId: string,
  kind: RetentionKind,
  before: Date,
  limit: number,
): Promise<number> {
  let count = 0;
  for (const { model: name, isOld, blank, note } of parts[kind]) {
    const model = modelNamed(name);
    const found = await model
      .find({ workspaceId, ...isOld(before) }, { _id: 1 })
      .sort({ _id: 1 })
      .limit(limit)
      .lean();
    if (found.length === 0) continue;
    const ids = found.map(({ _id }) => _id);
    await note?.(workspaceId, ids);
    const where = { workspaceId, _id: { $in: ids } };
    if (blank) await model.updateMany(where, { $set: blank });
    else await model.deleteMany(where);
    count += found.length;
  }
  return count;
}
