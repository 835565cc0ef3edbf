import mongoose from 'mongoose';
import type { BackupRefusal } from '../../domain/backup/refusal.ts';
import { firstIdAt } from '../documents/first-id.ts';

const pageSize = 1_000;

interface SuppressionRow {
  _id: string;
  workspaceId: string;
  kind: 'address' | 'domain';
  value: string | null;
  digest: string;
  reason: string;
  createdAt: Date;
}

interface EventRow {
  _id: string;
  workspaceId: string;
  subjectId: string;
  data: { contactId: string | null; enrollmentId?: string | null };
  createdAt: Date;
}

/** Yields opt-outs, erasures, and messages sent since a given time, across all workspaces, page by page. */
export async function* refusalsSince(since: Date): AsyncGenerator<BackupRefusal[]> {
  const db = mongoose.connection.db!;
  for await (const rows of pages<SuppressionRow>(db, 'suppressions', firstIdAt('sup', since), {})) {
    yield rows.map(({ _id: id, workspaceId, kind, value, digest, reason, createdAt }) => {
      return { type: 'suppression', id, at: createdAt.toISOString(), workspaceId, kind, value, digest, reason };
    });
  }
  for await (const rows of pages<EventRow>(db, 'events', firstIdAt('evt', since), { type: 'contact.erased' })) {
    yield rows.map(({ _id: id, workspaceId, data, createdAt }) => {
      return { type: 'erasure', id, at: createdAt.toISOString(), workspaceId, contactId: data.contactId! };
    });
  }
  yield* sentSince(since);
}

const sentTypes = { 'message.sent': true, 'message.unconfirmed': false };

async function* sentSince(since: Date): AsyncGenerator<BackupRefusal[]> {
  const db = mongoose.connection.db!;
  for (const [type, isCertain] of Object.entries(sentTypes))
    for await (const rows of pages<EventRow>(db, 'events', firstIdAt('evt', since), { type })) {
      yield rows.map(({ _id: id, workspaceId, subjectId, data, createdAt }) => {
        const { contactId = null, enrollmentId = null } = data;
        const at = createdAt.toISOString();
        return { type: 'sent', id, at, workspaceId, messageId: subjectId, enrollmentId, contactId, isCertain };
      });
    }
}

async function* pages<Row extends { _id: string }>(
  db: mongoose.mongo.Db,
  collection: string,
  from: string,
  filter: object,
): AsyncGenerator<Row[]> {
  let range: object = { $gte: from };
  for (;;) {
    const query = { _id: range, ...filter } as object;
    const rows = await db.collection(collection).find<Row>(query).sort({ _id: 1 }).limit(pageSize).toArray();
    if (rows.length === 0) return;
    yield rows;
    range = { $gt: rows.at(-1)!._id };
  }
}
