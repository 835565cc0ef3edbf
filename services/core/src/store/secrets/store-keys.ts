import { randomBytes } from 'node:crypto';
import { type MarkingKeys, markingKeysOf } from '../../domain/events/audit/audit-mark.ts';
import { checkValueOf, type KeyRing, type SealingKey } from '../../secrets/key-ring.ts';
import { type DocOf, defineModel, stored } from '../documents/define-model.ts';
import { insertDocuments } from '../documents/insert-documents.ts';
import { group, string } from '../documents/paths.ts';
import { unlessThere } from '../documents/transaction.ts';

export type StoreKeysDoc = DocOf<typeof StoreKeysModel>;

const keysId = 'keys';
const keyBytes = 32;

/**
 * Keys that are stored and backed up with the data: opt-outs and unsubscribe links must not depend on a secret outside
 * the store. It holds only a check value of SECRET_KEY.
 */
export const StoreKeysModel = defineModel(
  'StoreKeys',
  'store_keys',
  stored({
    /** Base64 key of the digests of suppressions and findings. */
    digestKey: string,
    /** Base64 key of unsubscribe links. */
    linkKey: string,
    /** Key that last sealed the secrets in this store. */
    sealing: group({ id: string, check: string }),
  }),
);

/** Reason SECRET_KEY does not match the store, as one line for the operator. */
export class StoreKeyError extends Error {}

export function wrongKeyError(sealedWith: string): StoreKeyError {
  return new StoreKeyError(
    `SECRET_KEY is not the key of this store, whose secrets were sealed with the key ${sealedWith}. Put ` +
      'that key back (secrets.json of the data folder, or the environment). If it is lost for good, ' +
      '"outbound keys reset" removes all secrets sealed with it: passwords of mailboxes and webhooks have ' +
      'to be entered again, and it asks first',
  );
}

interface OpenedKeys {
  digestKey: Buffer;
  linkKey: Buffer;
  markingKeys: MarkingKeys;
}

let opened: OpenedKeys | undefined;

function keys(): OpenedKeys {
  if (opened === undefined) throw new Error('The keys of the store have not been opened.');
  return opened;
}

/** Key of the digests of suppressions and findings. */
export function digestKey(): Buffer {
  return keys().digestKey;
}

export function linkKey(): Buffer {
  return keys().linkKey;
}

/** Keys of the audit entry marks. Derived from SECRET_KEY, so not in the store. */
export function markingKeys(): MarkingKeys {
  return keys().markingKeys;
}

export function newStoreKeys(current: SealingKey, known: Partial<StoreKeysDoc> = {}): StoreKeysDoc {
  const random = () => randomBytes(keyBytes).toString('base64');
  const mark = { id: current.id, check: checkValueOf(current.key) };
  return { _id: keysId, digestKey: random(), linkKey: random(), sealing: mark, ...known };
}

/**
 * Opens the store's keys, or creates them for a new store. Throws StoreKeyError if the store was sealed with a key that
 * is not in the ring, unless `isAnyKey`. The command that replaces a lost key sets that.
 */
export async function openStoreKeys(ring: KeyRing, { isAnyKey = false } = {}): Promise<void> {
  const found = (await storedKeys()) ?? (await makeKeys(ring));
  const isKnown = ring.all.some(({ key }) => checkValueOf(key) === found.sealing.check);
  if (!isKnown && !isAnyKey) throw wrongKeyError(found.sealing.id);
  opened = {
    digestKey: Buffer.from(found.digestKey, 'base64'),
    linkKey: Buffer.from(found.linkKey, 'base64'),
    markingKeys: markingKeysOf(ring),
  };
}

function storedKeys(): Promise<StoreKeysDoc | null> {
  return StoreKeysModel.findOne({ _id: keysId }).lean<StoreKeysDoc>().exec();
}

/** Returns those of another instance if it creates them concurrently. */
async function makeKeys(ring: KeyRing): Promise<StoreKeysDoc> {
  await unlessThere(insertDocuments(StoreKeysModel, [newStoreKeys(ring.current)]));
  return (await storedKeys())!;
}

/** Digest key of a store that has not been opened. Undefined before the keys are created. */
export async function storedDigestKey(): Promise<Buffer | undefined> {
  const found = await storedKeys();
  return found ? Buffer.from(found.digestKey, 'base64') : undefined;
}

/** ID of the key that last sealed the secrets. */
export async function sealedWith(): Promise<string | undefined> {
  return (await storedKeys())?.sealing.id;
}

/** Records the key that seals the secrets from now on. */
export async function markSealedWith(current: SealingKey): Promise<void> {
  await StoreKeysModel.updateOne(
    { _id: keysId },
    { $set: { sealing: { id: current.id, check: checkValueOf(current.key) } } },
  );
}
