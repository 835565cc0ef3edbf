import { hkdfSync } from 'node:crypto';
import { derivedDigestKey, suppressionDigest } from '../../domain/suppressions/suppression-digest.ts';
import { linkMac } from '../../domain/suppressions/unsubscribe-token.ts';
import type { KeyRing, SealingKey } from '../../secrets/key-ring.ts';
import { seal, unseal } from '../../secrets/secret-box.ts';
import { newStoreKeys, wrongKeyError } from '../secrets/store-keys.ts';
import { changeInBatches } from './change-in-batches.ts';
import type { Migration, MigrationRun } from './migration.ts';

/**
 * Before this version, digests of suppressions, unsubscribe links, and webhook secrets were derived from SECRET_KEY.
 * The digests keep their key, which moves into the store. Each link that may have been sent keeps its MAC with its
 * message. Each webhook secret is sealed with its endpoint.
 */
export const keysInStore: Migration = {
  version: 2,
  name: 'the keys of suppressions, unsubscribe links and webhook secrets move into the store',
  isCompatible: false,
  async run(run) {
    const { db, keyRing } = run;
    if (keyRing === undefined) throw new Error('This migration needs SECRET_KEY.');
    const { id, key } = await keyOfData(run, keyRing);
    const made = newStoreKeys({ id, key }, { digestKey: derivedDigestKey(key).toString('base64') });
    await db
      .collection<{ _id: string }>('store_keys')
      .updateOne({ _id: made._id }, { $setOnInsert: made }, { upsert: true });
    await sealWebhookSecrets(run, keyRing, key);
    const unmarked = { kind: 'campaign', linkMac: { $exists: false } };
    await changeInBatches<{ _id: string; workspaceId: string }>(run, 'messages', unmarked, ({ _id, workspaceId }) => [
      { updateOne: { filter: { _id }, update: { $set: { linkMac: linkMac(key, workspaceId, _id) } } } },
    ]);
  },
};

/** Key of the ring that the data was created with, as far as the data shows it. */
async function keyOfData({ db }: MigrationRun, ring: KeyRing): Promise<SealingKey> {
  const entry = await db.collection('suppressions').findOne({ value: { $type: 'string' } });
  const mailbox = await db.collection('mailboxes').findOne({ 'smtp.secret': { $type: 'string' } });
  const fits = ({ id, key }: SealingKey) => {
    const digestFits =
      entry === null || suppressionDigest(derivedDigestKey(key), entry.workspaceId, entry.value) === entry.digest;
    return digestFits && (mailbox === null || opens({ current: { id, key }, all: [{ id, key }] }, mailbox));
  };
  const found = ring.all.find(fits);
  if (found === undefined) throw wrongKeyError('of their release');
  return found;
}

function opens(ring: KeyRing, mailbox: Record<string, unknown>): boolean {
  try {
    unseal(ring, mailbox.workspaceId as string, (mailbox.smtp as { secret: string }).secret);
    return true;
  } catch {
    return false;
  }
}

interface OldWebhook {
  _id: string;
  workspaceId: string;
  generation?: number;
}

async function sealWebhookSecrets({ db }: MigrationRun, ring: KeyRing, key: Buffer): Promise<void> {
  const webhooks = db.collection<OldWebhook>('webhooks');
  for await (const { _id, workspaceId, generation = 1 } of webhooks.find({ secrets: { $exists: false } } as object)) {
    const generations = generation > 1 ? [generation, generation - 1] : [generation];
    const secrets = generations.map((each) => seal(ring, workspaceId, derivedSecret(key, _id, each)));
    await webhooks.updateOne({ _id }, { $set: { secrets } } as object);
  }
}

function derivedSecret(key: Buffer, webhookId: string, generation: number): string {
  const context = `outbound webhook secret v1 ${webhookId} ${generation}`;
  return `whsec_${Buffer.from(hkdfSync('sha256', key, '', context, 32)).toString('base64')}`;
}
