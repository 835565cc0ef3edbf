import { newId } from '../../domain/values/ids.ts';
import type { PageRequest, PageResult } from '../../domain/values/paging.ts';
import { type DocOf, defineModel, type RecordOf, stored, toRecord } from '../documents/define-model.ts';
import { findPage } from '../documents/find-page.ts';
import { bytes, date, nullable, string, withDefault } from '../documents/paths.ts';

/**
 * Message that the capture mailbox kept instead of sending. `eml` is the complete message as it would have been sent.
 */
export type CapturedMessageDoc = DocOf<typeof CapturedMessageModel>;
export type CapturedMessageRecord = RecordOf<CapturedMessageDoc>;

const schema = stored({
  workspaceId: string,
  mailboxId: string,
  messageId: nullable(string),
  messageIdHeader: string,
  from: string,
  to: string,
  subject: withDefault(string, ''),
  eml: bytes,
  createdAt: date,
});
schema.index({ workspaceId: 1, createdAt: -1, _id: -1 });
schema.index({ workspaceId: 1, messageIdHeader: 1 }, { unique: true });
schema.index({ workspaceId: 1, to: 1 });
schema.index({ workspaceId: 1, messageId: 1 });

const CapturedMessageModel = defineModel('CapturedMessage', 'captured_messages', schema);

// The driver returns binary fields as its own class.
function withBuffer(record: CapturedMessageRecord): CapturedMessageRecord {
  const eml = record.eml as Buffer | { buffer: Uint8Array };
  return { ...record, eml: Buffer.isBuffer(eml) ? eml : Buffer.from(eml.buffer as Uint8Array) };
}

export async function captureMessage(
  workspaceId: string,
  message: Omit<CapturedMessageRecord, 'id' | 'workspaceId' | 'createdAt'>,
  now: Date,
): Promise<string> {
  const _id = newId('cap');
  await CapturedMessageModel.create([{ ...message, _id, workspaceId, createdAt: now }]);
  return _id;
}

export async function findCapturedMessage(workspaceId: string, id: string): Promise<CapturedMessageRecord | null> {
  const found = await CapturedMessageModel.findOne({ workspaceId, _id: id }).lean<CapturedMessageDoc>();
  return found && withBuffer(toRecord(found));
}

export async function findCapturedMessageOf(
  workspaceId: string,
  messageId: string,
): Promise<CapturedMessageRecord | null> {
  const found = await CapturedMessageModel.findOne({ workspaceId, messageId }).lean<CapturedMessageDoc>();
  return found && withBuffer(toRecord(found));
}

export async function listCapturedMessages(
  workspaceId: string,
  page: PageRequest,
  filter: { to?: string; messageId?: string } = {},
): Promise<PageResult<CapturedMessageRecord>> {
  const result = await findPage<CapturedMessageDoc>(CapturedMessageModel, { workspaceId, ...filter }, page);
  return { ...result, items: result.items.map(withBuffer) };
}

/** Removes the captured messages of one person: these messages, and all to the address. */
export async function deleteCaptured(workspaceId: string, headers: string[], address?: string): Promise<void> {
  await CapturedMessageModel.deleteMany({ workspaceId, messageIdHeader: { $in: headers } });
  if (address !== undefined) await CapturedMessageModel.deleteMany({ workspaceId, to: address });
}
