import type { ChainedFacts, ChainLink } from '../../../domain/events/audit/audit-chain.ts';
import { type AuditMark, markOf } from '../../../domain/events/audit/audit-mark.ts';
import { newId } from '../../../domain/values/ids.ts';
import type { PageRequest, PageResult } from '../../../domain/values/paging.ts';
import { defineModel, StoredSchema } from '../../documents/define-model.ts';
import { findPage } from '../../documents/find-page.ts';
import { insertDocuments } from '../../documents/insert-documents.ts';
import { markingKeys } from '../../secrets/store-keys.ts';

export interface AuditDoc extends ChainedFacts {
  previewId?: string;
  idempotencyKey?: string;
  /** IP address of the requesting machine. */
  address?: string;
  summary: string;
  /** Absent on entries of earlier versions. */
  mark?: AuditMark;
  /** Position in the workspace's chain, set some seconds after the entry was written. */
  chain?: ChainLink;
}

export type AuditEntry = Omit<AuditDoc, '_id'> & { id: string };

export const AuditModel = defineModel<AuditDoc>(
  'AuditEntry',
  'audit',
  new StoredSchema<AuditDoc>({
    workspaceId: String,
    actor: Object,
    via: String,
    action: String,
    effect: String,
    inputDigest: String,
    previewId: String,
    approvedBy: Object,
    idempotencyKey: String,
    requestId: String,
    address: String,
    result: String,
    summary: { type: String, default: '' },
    credits: Number,
    subjectIds: [String],
    createdAt: Date,
    joinedIds: { type: [String], default: undefined },
    mark: Object,
    chain: Object,
  })
    .index({ 'chain.seq': 1, workspaceId: 1, _id: 1 })
    .index({ workspaceId: 1, 'chain.seq': 1, _id: 1 })
    .index({ workspaceId: 1, _id: 1 })
    .index({ workspaceId: 1, action: 1, _id: 1 })
    .index({ workspaceId: 1, subjectIds: 1, _id: 1 }),
);

export async function addAuditEntry(entry: Omit<AuditDoc, '_id' | 'mark'>): Promise<void> {
  const written = { _id: newId('aud'), ...entry };
  await insertDocuments(AuditModel, [{ ...written, mark: markOf(markingKeys(), written) }]);
}

export interface AuditFilter {
  action?: string;
  subjectId?: string;
  actorId?: string;
  result?: string;
}

export function listAudit(
  workspaceId: string,
  filter: AuditFilter,
  page: PageRequest,
): Promise<PageResult<AuditEntry>> {
  const { action, subjectId, actorId, result } = filter;
  const where = {
    workspaceId,
    ...(action && { action }),
    ...(result && { result }),
    ...(subjectId && { subjectIds: subjectId }),
    ...(actorId && { 'actor.id': actorId }),
  };
  return findPage(AuditModel, where, page);
}

/** Blanks the sentences that name an erased record. The actor, the action, and the time stay. */
export async function blankAuditAbout(workspaceId: string, subjectId: string): Promise<void> {
  await AuditModel.updateMany(
    { workspaceId, subjectIds: subjectId },
    { $set: { summary: '(erased)' }, $unset: { idempotencyKey: '', address: '' } },
  );
}
