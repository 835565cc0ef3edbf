import type mongoose from 'mongoose';
import { mailboxOf, normalizeEmail } from '../../domain/contacts/email-address.ts';
import { cleanTexts } from '../../domain/contacts/invisible-characters.ts';
import { profileKey } from '../../domain/contacts/profile-address.ts';
import { suppressionDigest } from '../../domain/suppressions/suppression-digest.ts';
import { isDuplicateKey } from '../documents/transaction.ts';
import { addSearchWords } from './add-search-words.ts';
import { changeInBatches } from './change-in-batches.ts';
import type { Migration, MigrationRun, StoreDatabase } from './migration.ts';
import { mergeEqualTags } from './one-tag.ts';

interface Contact {
  _id: string;
  workspaceId: string;
  email?: string;
  linkedinUrl?: string;
  addressDigests?: string[];
  doNotContact?: boolean;
  duplicateOfId?: string;
}

interface Suppression {
  _id: string;
  workspaceId: string;
  kind: string;
  value: string;
  digest: string;
}

type Digest = (workspaceId: string, value: string) => string;

async function digestWith(db: StoreDatabase): Promise<Digest> {
  const keys = await db.collection<{ _id: string; digestKey: string }>('store_keys').findOne({ _id: 'keys' });
  const key = keys === null ? undefined : Buffer.from(keys.digestKey, 'base64');
  return (workspaceId, value) => {
    if (key === undefined) throw new Error('The store has records, and no keys.');
    return suppressionDigest(key, workspaceId, value);
  };
}

function storedSpelling(address: string): string {
  return normalizeEmail(address) ?? address;
}

/** Entries get the digest of their mailbox. If two entries cover one mailbox, the second keeps its own digest. */
async function rekeySuppressions(run: MigrationRun, digestOf: Digest): Promise<number> {
  let changed = 0;
  const entries = run.db.collection<Suppression>('suppressions');
  await changeInBatches<Suppression>(run, 'suppressions', { value: { $type: 'string' } }, async (entry) => {
    const { _id, workspaceId, kind, value, digest } = entry;
    const spelling = kind === 'address' ? storedSpelling(value) : value;
    const next = digestOf(workspaceId, mailboxOf(spelling));
    if (next === digest || (await entries.findOne({ workspaceId, digest: next })) !== null) return [];
    changed += 1;
    try {
      await entries.updateOne({ _id }, { $set: { digest: next } });
    } catch (error) {
      // Another entry of the batch already has the mailbox.
      if (!isDuplicateKey(error)) throw error;
    }
    return [];
  });
  return changed;
}

interface ContactCounts {
  respelled: number;
  duplicates: number;
}

/** As the model declares them. */
const lookupIndexes: mongoose.mongo.IndexDescription[] = [
  {
    key: { workspaceId: 1, email: 1 },
    unique: true,
    partialFilterExpression: { email: { $exists: true } },
  },
  { key: { workspaceId: 1, addressDigests: 1 }, partialFilterExpression: { addressDigests: { $exists: true } } },
];

/** One spelling per address, digests for matching, and a merge proposal if two contacts become equal. */
async function respellContacts(run: MigrationRun, digestOf: Digest): Promise<ContactCounts> {
  const counts: ContactCounts = { respelled: 0, duplicates: 0 };
  const contacts = run.db.collection<Contact>('contacts');
  const where = { $or: [{ email: { $type: 'string' } }, { linkedinUrl: { $type: 'string' } }] };
  // Indexes of this version are created after its migrations. Without these, each contact would cost a scan.
  await contacts.createIndexes(lookupIndexes);
  // Sequential, since a contact must see the results of those before it.
  let before = Promise.resolve();
  await changeInBatches<Contact>(run, 'contacts', where, async (contact) => {
    const turn = before.then(() => respell(contact, contacts, digestOf, counts));
    before = turn;
    await turn;
    return [];
  });
  return counts;
}

type Contacts = ReturnType<typeof contactsOf>;
function contactsOf(db: StoreDatabase) {
  return db.collection<Contact>('contacts');
}

async function respell(contact: Contact, contacts: Contacts, digestOf: Digest, counts: ContactCounts): Promise<void> {
  const { _id, workspaceId, email, linkedinUrl } = contact;
  const profile = profileKey(linkedinUrl);
  const digests = profile === undefined ? [] : [digestOf(workspaceId, profile)];
  if (email === undefined) return addDigests(contacts, _id, digests);
  const stored = storedSpelling(email);
  const mailbox = mailboxOf(stored);
  const mailboxDigest = digestOf(workspaceId, mailbox);
  if (mailbox !== email) digests.push(mailboxDigest);
  const others = { workspaceId, _id: { $ne: _id } };
  // Two lookups by index: a store may answer a disjunction by a scan.
  const twin =
    (await contacts.findOne({ ...others, email: { $in: [stored, mailbox] } })) ??
    (await contacts.findOne({ ...others, addressDigests: mailboxDigest }));
  await addDigests(contacts, _id, digests);
  if (twin === null || twin.email !== stored) {
    if (stored !== email) {
      await contacts.updateOne({ _id, email }, { $set: { email: stored } });
      counts.respelled += 1;
    }
  }
  if (twin !== null) await proposeDuplicate(contact, twin, contacts, counts);
}

async function addDigests(contacts: Contacts, _id: string, digests: string[]): Promise<void> {
  if (digests.length > 0) await contacts.updateOne({ _id }, { $addToSet: { addressDigests: { $each: digests } } });
}

/** Never merges here: a person decides. An opt-out of one contact applies to both from now on. */
async function proposeDuplicate(
  contact: Contact,
  twin: Contact,
  contacts: Contacts,
  counts: ContactCounts,
): Promise<void> {
  if (contact.duplicateOfId === undefined && twin.duplicateOfId !== contact._id) {
    await contacts.updateOne({ _id: contact._id }, { $set: { duplicateOfId: twin._id } });
    counts.duplicates += 1;
  }
  const current = await contacts.findOne({ _id: contact._id });
  if (!current?.doNotContact && !twin.doNotContact) return;
  await contacts.updateMany(
    { _id: { $in: [contact._id, twin._id] }, doNotContact: { $ne: true } },
    { $set: { doNotContact: true, stage: 'do_not_contact' } },
  );
}

/** Removes invisible characters from names, so that greetings and searches work. */
async function cleanNames(run: MigrationRun): Promise<number> {
  let cleaned = 0;
  const named = { $or: [{ firstName: { $type: 'string' } }, { lastName: { $type: 'string' } }] };
  await changeInBatches<{ _id: string; firstName?: string; lastName?: string }>(run, 'contacts', named, (contact) => {
    const { _id, firstName, lastName } = contact;
    const names = { ...(firstName && { firstName }), ...(lastName && { lastName }) };
    const next = cleanTexts(names);
    if (next === names) return [];
    cleaned += 1;
    return [{ updateOne: { filter: { _id }, update: { $set: next } } }];
  });
  return cleaned;
}

const steps = ['suppressions', 'tags', 'contacts', 'names', 'words'] as const;

/**
 * Before this version, the spelling of an address decided which emails an opt-out covered, and tags differed by case.
 */
export const oneAddress: Migration = {
  version: 5,
  name: 'one spelling for each address, one tag for each name, and words as people type them',
  isCompatible: false,
  async run(run) {
    const digestOf = await digestWith(run.db);
    const saved = (run.saved ?? {}) as { step?: (typeof steps)[number]; state?: unknown };
    const log = run.log ?? (() => undefined);
    for (const step of steps.slice(saved.step === undefined ? 0 : steps.indexOf(saved.step))) {
      const part: MigrationRun = {
        ...run,
        saved: step === saved.step ? saved.state : undefined,
        save: (state) => run.save({ step, state }),
      };
      if (step === 'suppressions')
        log(`${await rekeySuppressions(part, digestOf)} suppression entries cover a mailbox`);
      if (step === 'tags') log(`${await mergeEqualTags(part)} tags were merged into one of the same name`);
      if (step === 'contacts') {
        const { respelled, duplicates } = await respellContacts(part, digestOf);
        log(`${respelled} addresses were respelled, ${duplicates} contacts are proposed as duplicates`);
      }
      if (step === 'names') log(`${await cleanNames(part)} names lost invisible characters`);
      if (step === 'words') log(`${await addSearchWords(part)} records are found by more words`);
    }
  },
};
