import type { ChainLink } from '../../../domain/events/audit/audit-chain.ts';
import { type AuditMark, markOf } from '../../../domain/events/audit/audit-mark.ts';
import type { Actor, Via } from '../../../domain/members/actor.ts';
import { newId } from '../../../domain/values/ids.ts';
import type { PageRequest, PageResult } from '../../../domain/values/paging.ts';
import { type DocOf, defineModel, type RecordOf, stored } from '../../documents/define-model.ts';
import { findPage } from '../../documents/find-page.ts';
import { insertDocuments } from '../../documents/insert-documents.ts';
import { date, number, object, optional, string, stringOf, strings, withDefault } from '../../documents/paths.ts';
import { markingKeys } from '../../secrets/store-keys.ts';

export type AuditDoc = DocOf<typeof AuditModel>;
export type AuditEntry = RecordOf<AuditDoc>;

export const AuditModel = defineModel(
  'AuditEntry',
  'audit',
  stored({
    workspaceId: string,
    actor: object<Actor>(),
    via: stringOf<Via>(),
    action: string,
    effect: string,
    /** SHA-256 of the canonical input. Identifies the request without storing it. */
    inputDigest: string,
    previewId: optional(string),
    /** The approving member, if the action needed approval. */
    approvedBy: optional(object<Actor>()),
    idempotencyKey: optional(string),
    requestId: string,
    /** IP address of the requesting machine. */
    address: optional(string),
    /** "ok", or the error code of a rejected request. */
    result: string,
    summary: withDefault(string, ''),
    credits: number,
    subjectIds: strings,
    createdAt: date,
    /** Subjects added later: records into which one of the others was merged. */
    joinedIds: optional(strings),
    /** Absent on entries of earlier versions. */
    mark: optional(object<AuditMark>()),
    /** Position in the workspace's chain, set some seconds after the entry was written. */
    chain: optional(object<ChainLink>()),
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

export type AuditFilter = Partial<Record<'action' | 'subjectId' | 'actorId' | 'result', string>>;

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
