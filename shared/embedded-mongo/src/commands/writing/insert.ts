import { ObjectId } from 'bson';
import { encodeDocument } from '../../bson/encode.ts';
import { idInFront } from '../../bson/id-in-front.ts';
import { bsonType, type Document, isDocument } from '../../bson/values.ts';
import { MongoError } from '../../errors.ts';
import type { Collection } from '../../storage/collection.ts';
import type { Origin } from '../../storage/outcomes.ts';
import { wasInserted } from '../../storage/record-writer.ts';
import { withIdFirst } from '../../update/upsert.ts';
import type { Call, Command } from '../command.ts';
import { emptyTally, StatementRunner, tallyReply } from './write-progress.ts';

export const documentBytesMax = 16 * 1024 * 1024;
const statementsMax = 100_000;

export function documentTooLarge(bytes: number): MongoError {
  return new MongoError(10334, `BSONObj size: ${bytes} is invalid. Size must be between 0 and ${documentBytesMax}`);
}

/** True if a name begins with a dollar sign, except for the names of a DBRef in their usual order. */
function hasDollarField(id: Document): boolean {
  const names = Object.keys(id);
  const isDbRef = names[0] === '$ref' && typeof id.$ref === 'string' && names[1] === '$id';
  const rest = isDbRef ? names.slice(names[2] === '$db' ? 3 : 2) : names;
  return rest.some((name) => name.startsWith('$'));
}

/** Prepares a document for storage: moves the _id to the front, and checks the type of the _id and the size. */
export function storable(document: Document, bytes: Buffer | undefined): { document: Document; bytes: Buffer } {
  const id = document._id;
  const isFirst = Object.keys(document)[0] === '_id';
  const complete = isFirst ? document : withIdFirst(document, () => new ObjectId());
  if (Array.isArray(id) || (id !== undefined && id !== null && bsonType(id) === 'BSONRegExp')) {
    throw new MongoError(53, `The '_id' value cannot be of type ${Array.isArray(id) ? 'array' : 'regex'}`);
  }
  if (isDocument(id) && hasDollarField(id)) {
    throw new MongoError(52, "_id fields may not contain '$'-prefixed fields");
  }
  const encoded = (bytes && (isFirst ? bytes : idInFront(bytes))) ?? encodeDocument(complete);
  if (encoded.length > documentBytesMax) {
    throw documentTooLarge(encoded.length);
  }
  return { document: complete, bytes: encoded };
}

/** Rejects documents that fail the collection's validator. */
export function checkValid(call: Call, collection: Collection, document: Document): void {
  if (!collection.validator || call.body.bypassDocumentValidation === true || collection.validator(document)) return;
  const details = { failedValidator: (collection.specification.options as Document).validator! };
  throw new MongoError(121, 'Document failed validation', { errInfo: { failingDocumentId: document._id!, details } });
}

export function checkStatements(count: number): void {
  if (count === 0 || count > statementsMax) {
    throw new MongoError(16, `Write batch sizes must be between 1 and ${statementsMax}. Got ${count} operations.`);
  }
}

/**
 * Stores one document. `bytes` is its original encoding, if known. With an origin, the document itself records that the
 * insert has run.
 */
export async function insertOne(
  call: Call,
  runner: StatementRunner,
  collection: Collection,
  document: Document,
  bytes: Buffer | undefined,
  origin?: Origin,
): Promise<void> {
  const record = storable(document, bytes);
  checkValid(call, collection, record.document);
  await runner.untilFree(() => {
    if (origin && call.mayBeDone && wasInserted(call.engine.store, collection, record.document, origin)) return;
    call.engine.transactions.insert(collection, record.bytes, record.document, call.transaction, origin);
  });
}

async function insert(call: Call) {
  const documents = call.list('documents');
  checkStatements(documents.length);
  const collection: Collection = call.collectionOrCreate();
  const origin = documents.length === 1 ? call.origin : undefined;
  const tally = emptyTally();
  const runner = new StatementRunner(call, tally);
  await runner.run(documents.length, call.body.ordered !== false, async (at) => {
    const entry = documents[at]!;
    await insertOne(call, runner, collection, entry.document, entry.bytes, origin);
    call.isNoted = origin !== undefined;
    tally.n++;
  });
  return tallyReply(tally);
}

export const insertCommand: Command = {
  names: ['insert'],
  inTransaction: true,
  isWrite: true,
  fields: ['documents', 'ordered', 'bypassDocumentValidation'],
  run: insert,
};
