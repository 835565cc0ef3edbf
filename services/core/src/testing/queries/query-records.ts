import { EnrollmentModel } from '../../store/campaigns/enrollment-model.ts';
import { CompanyModel } from '../../store/companies/company-model.ts';
import { ContactModel } from '../../store/contacts/contact-model.ts';
import { MessageModel } from '../../store/messages/message-model.ts';
import { ReplyModel } from '../../store/replies/reply-store.ts';
import { addSuppression } from '../../store/suppressions/suppression-store.ts';
import {
  type Contacts,
  makeCompanies,
  makeContacts,
  makeEnrollments,
  makeMessages,
  makeReplies,
  type Places,
  type Replies,
} from './make-records.ts';
import { Dice } from './random.ts';

/** Plain values of one contact, for a filter that knows nothing of the store. */
export type Plain = Record<string, unknown> & { id: string; enrollments: { campaignId: string; state: string }[] };

/** Latest reply of each contact. */
function lastOf(replies: Replies): Map<string, Replies[number]> {
  const lastReplies = new Map<string, Replies[number]>();
  for (const reply of replies) {
    const known = lastReplies.get(reply.contactId);
    if (known === undefined || known.receivedAt < reply.receivedAt) lastReplies.set(reply.contactId, reply);
  }
  return lastReplies;
}

/** Contacts with the time of their latest reply by a person, as the product stores it. */
function withLastReply(contacts: Contacts, replies: Replies) {
  const human = lastOf(replies.filter((reply) => reply.class !== 'auto_reply' && reply.class !== 'bounce'));
  return contacts.map((contact) => {
    const last = human.get(contact._id);
    return last === undefined ? contact : { ...contact, lastRepliedAt: last.receivedAt };
  });
}

/** Stores contacts with companies, enrollments, messages, replies, and suppressions. Returns their plain values. */
export async function storeQueryRecords(workspaceId: string, count: number, places: Places): Promise<Plain[]> {
  const dice = new Dice(count, workspaceId);
  const companies = makeCompanies(dice, Math.ceil(count / 8));
  const made = makeContacts(dice, count, companies, places);
  const enrollments = makeEnrollments(dice, made, places);
  const messages = makeMessages(dice, made, places);
  const replies = makeReplies(dice, made);
  const contacts = withLastReply(made, replies);
  await insertAll(CompanyModel, companies);
  await insertAll(ContactModel, contacts);
  await insertAll(EnrollmentModel, enrollments);
  await insertAll(MessageModel, messages);
  await insertAll(ReplyModel, replies);
  const optedOut = contacts.filter(({ email }) => email !== undefined && dice.chance(0.03));
  for (const { email } of optedOut) await addOptOut(workspaceId, 'address', email!);
  await addOptOut(workspaceId, 'domain', 'c11.example');

  const lastReplies = lastOf(replies);
  const companyById = new Map(companies.map((company) => [company._id, company]));
  const suppressed = new Set(optedOut.map(({ email }) => email));
  const enrolled = Map.groupBy(enrollments, ({ contactId }) => contactId);
  const written = Map.groupBy(messages, ({ contactId }) => contactId);
  return contacts.map(({ _id, searchWords: _words, listIds, ...contact }) => ({
    ...contact,
    id: _id,
    fullName: [contact.firstName, contact.lastName].filter(Boolean).join(' '),
    lists: listIds,
    company: companyById.get(contact.companyId ?? ''),
    enrollments: enrolled.get(_id) ?? [],
    mailbox: (written.get(_id) ?? []).map(({ mailboxId }) => mailboxId),
    lastReply: lastReplies.get(_id),
    suppressed:
      contact.email !== undefined && (suppressed.has(contact.email) || contact.email.endsWith('@c11.example')),
  }));
}

function addOptOut(workspaceId: string, kind: 'address' | 'domain', value: string) {
  return addSuppression(workspaceId, { kind, value, reason: 'unsubscribe' }, new Date());
}

const insertedAtOnce = 1_000;

interface Stored {
  collection: { insertMany(documents: object[]): Promise<unknown> };
}

/** Bypasses the model, whose checks of each document would take most of the time. */
async function insertAll({ collection }: Stored, documents: object[]): Promise<void> {
  for (let from = 0; from < documents.length; from += insertedAtOnce)
    await collection.insertMany(documents.slice(from, from + insertedAtOnce));
}
