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

/** Notes, in the transaction of an erasure, whom the records of others may name. */
export async function forgetMentionsLater(contact: ContactRecord, keyRing: KeyRing, now: Date): Promise<void> {
  const { id: contactId, workspaceId, email, firstName, lastName, phones, linkedinUrl } = contact;
  const known: KnownBy = { email, firstName, lastName, phones, linkedinUrl };
  const sealed = seal(keyRing, pendingErasureSeal(workspaceId, contactId), JSON.stringify(known));
  await addPendingErasure({ contactId, workspaceId, known: sealed }, now);
}

/** Takes erased people out of what is stored about others, in one reading for all of a workspace; answers for how many. */
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

/** False when the document changed meanwhile: all is read once more. */
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
    // A name that has to be unique: another one was called the same but for the person.
    if (!isDuplicateKey(error)) throw error;
    return found.change(changedMembers(document, without(`(erased ${document._id.slice(-6)})`)));
  }
}

function changedMembers(document: StoredDocument, change: (text: string) => string): Record<string, unknown> {
  const members = Object.entries(document).map(([key, value]) => [key, changeTexts(value, change)] as const);
  return Object.fromEntries(members.filter(([key, value]) => key !== '_id' && value !== document[key]));
}

/** Files and raw messages, and what an agent prepared: none of them is right any more with a part taken out. */
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

/** What would go out with a gap in it does not go out: messages are cancelled, campaigns wait for a person. */
async function holdBack({ name, document: { _id, workspaceId } }: FoundDocument, now: () => Date): Promise<void> {
  if (name === 'messages') await transitionMessage(workspaceId, _id, 'cancel', {}, now());
  if (name === 'campaigns') await inTransaction(() => pauseCampaignNow(workspaceId, _id, 'user', now()));
}

/** The same value where no text in it changed. Who acted stays: members, keys and clients. */
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
