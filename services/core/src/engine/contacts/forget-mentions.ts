import { type KnownBy, Mentions } from '../../domain/contacts/erasure/mentions.ts';
import type { KeyRing } from '../../secrets/key-ring.ts';
import { seal, unseal } from '../../secrets/secret-box.ts';
import type { Config } from '../../settings/config.ts';
import type { ContactRecord } from '../../store/contacts/contact-store.ts';
import { inTransaction, isDuplicateKey } from '../../store/documents/transaction.ts';
import {
  documentsOf,
  type FoundDocument,
  findNamesakes,
  type StoredDocument,
} from '../../store/erasure/mention-store.ts';
import {
  addPendingErasure,
  claimPendingErasures,
  endPendingErasures,
  freePendingErasures,
  type PendingErasure,
  pendingErasureSeal,
} from '../../store/erasure/pending-erasure-store.ts';
import { transitionMessage } from '../../store/messages/message-store.ts';
import { readMail } from '../../transport/received/read-mail.ts';
import { pauseCampaignNow } from '../campaigns/campaign-effects.ts';

interface Forgetter {
  config: Config;
  now: () => Date;
}

/** Stores, in the transaction of an erasure, the names that other records may mention. */
export async function forgetMentionsLater(contact: ContactRecord, keyRing: KeyRing, now: Date): Promise<void> {
  const { id: contactId, workspaceId, email, firstName, lastName, phones, linkedinUrl } = contact;
  const known: KnownBy = { email, firstName, lastName, phones, linkedinUrl };
  const sealed = seal(keyRing, pendingErasureSeal(workspaceId, contactId), JSON.stringify(known));
  await addPendingErasure({ contactId, workspaceId, known: sealed }, now);
}

/** Removes erased people from records about others, in one pass per workspace. Returns the number of people. */
export async function forgetMentions(forgetter: Forgetter): Promise<number> {
  const pending = await claimPendingErasures();
  if (pending.length === 0) return 0;
  const { workspaceId } = pending[0]!;
  const { keyRing, databaseName, gatewayDatabaseName } = forgetter.config;
  const mentions = new Mentions(await Promise.all(pending.map((each) => knownBy(each, keyRing))));
  let isDone = true;
  for await (const found of documentsOf(workspaceId, [databaseName, gatewayDatabaseName]))
    if (!(await forgetIn(found, mentions, forgetter.now))) isDone = false;
  const contactIds = pending.map(({ contactId }) => contactId);
  await (isDone ? endPendingErasures : freePendingErasures)(workspaceId, contactIds);
  return pending.length;
}

async function knownBy({ workspaceId, contactId, known }: PendingErasure, keyRing: KeyRing): Promise<KnownBy> {
  const person: KnownBy = JSON.parse(unseal(keyRing, pendingErasureSeal(workspaceId, contactId), known));
  return { ...person, namesakeIds: await findNamesakes(workspaceId, person.firstName, person.lastName) };
}

/** False if the document changed in the meantime. The pass then runs again. */
async function forgetIn(found: FoundDocument, mentions: Mentions, now: () => Date): Promise<boolean> {
  const { name, document } = found;
  const about = typeof document.contactId === 'string' ? document.contactId : document._id;
  const without = (word?: string) => (text: string) => mentions.without(text, about, word);
  const members = changedMembers(document, without());
  const isNamed = Object.keys(members).length > 0;
  if (!isNamed && !(await hasFileNaming(found, without()))) return true;
  if (isRemovedWhole(name)) return found.remove();
  await holdBack(found, now);
  try {
    return await found.change(members);
  } catch (error) {
    // Unique name that another record already had, apart from the erased person.
    if (!isDuplicateKey(error)) throw error;
    return found.change(changedMembers(document, without(`(erased ${document._id.slice(-6)})`)));
  }
}

function changedMembers(document: StoredDocument, change: (text: string) => string): Record<string, unknown> {
  const members = Object.entries(document).map(([key, value]) => [key, changeTexts(value, change)] as const);
  return Object.fromEntries(members.filter(([key, value]) => key !== '_id' && value !== document[key]));
}

/**
 * Deletes files, raw messages, and agents' previews completely, because none of them is correct with a part removed.
 */
function isRemovedWhole(name: string): boolean {
  return ['attachments', 'captured_messages', 'previews'].includes(name);
}

async function hasFileNaming({ name, document }: FoundDocument, without: (text: string) => string): Promise<boolean> {
  const isNamed = (text: string) => without(text) !== text;
  if (name === 'attachments') return isNamed(bytesOf(document.content).toString());
  if (name !== 'captured_messages') return false;
  const { bodyText, bodyHtml } = await readMail(bytesOf(document.eml));
  return isNamed(bodyText) || isNamed(bodyHtml ?? '');
}

function bytesOf(value: unknown): Buffer {
  return Buffer.from((value as { buffer: Uint8Array }).buffer);
}

/** Holds back content that now has a gap: cancels messages and pauses campaigns until a person reviews them. */
async function holdBack({ name, document: { _id, workspaceId } }: FoundDocument, now: () => Date): Promise<void> {
  if (name === 'messages') await transitionMessage(workspaceId, _id, 'cancel', {}, now());
  if (name === 'campaigns') await inTransaction(() => pauseCampaignNow(workspaceId, _id, 'user', now()));
}

/** Returns the same value if no text in it changed. Keeps actors: members, keys, and clients. */
function changeTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) {
    const items = value.map((item) => changeTexts(item, change));
    return items.some((item, i) => item !== value[i]) ? items : value;
  }
  if (!isPlain(value) || isActor(value)) return value;
  const members = Object.entries(value).map(([key, member]) => [key, changeTexts(member, change)] as const);
  return members.some(([key, member]) => member !== value[key]) ? Object.fromEntries(members) : value;
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && Object.getPrototypeOf(value) === Object.prototype;
}

function isActor(value: Record<string, unknown>): boolean {
  return 'kind' in value && 'id' in value && 'name' in value;
}
