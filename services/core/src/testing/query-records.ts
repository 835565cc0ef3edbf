import { enrollmentStates } from '../domain/campaigns/enrollment-state.ts';
import { emailStatuses, seniorities, stages } from '../domain/contacts/contact.ts';
import { replyClasses } from '../domain/replies/reply-classes.ts';
import { newId } from '../domain/values/ids.ts';
import { EnrollmentModel } from '../store/campaigns/enrollment-model.ts';
import { CompanyModel, companySearchWords } from '../store/companies/company-model.ts';
import { ContactModel, contactSearchWords } from '../store/contacts/contact-model.ts';
import { blankMessage, MessageModel } from '../store/messages/message-model.ts';
import { ReplyModel } from '../store/replies/reply-store.ts';
import { addSuppression } from '../store/suppressions/suppression-store.ts';

/** Repeatable pseudorandom numbers in [0, 1) (mulberry32). */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Places that the stored records refer to. */
export interface Places {
  campaignIds: string[];
  mailboxIds: string[];
  listIds: string[];
}

/** Plain values of one contact, for a filter that knows nothing of the store. */
export type Plain = Record<string, unknown> & { id: string; enrollments: { campaignId: string; state: string }[] };

const titles = [
  'VP Sales',
  'vp engineering',
  'Head of Finance',
  'Finance Assistant',
  'CEO',
  'Vertriebsleiter',
  'Größe & Co',
];
const tags = ['amber', 'birch', 'cedar'];
const day = 86_400_000;

/** Stores contacts with companies, enrollments, messages, replies, and suppressions. Returns their plain values. */
export async function storeQueryRecords(workspaceId: string, count: number, places: Places): Promise<Plain[]> {
  const random = randomNumbers(count);
  const chance = (share: number) => random() < share;
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)]!;
  const some = <T>(values: readonly T[], share: number) => values.filter(() => chance(share));
  const now = Date.now();
  const ago = (days: number) => new Date(now - Math.floor(random() * days * day) - 60_000);
  const record = (at: Date) => ({ workspaceId, createdAt: at, updatedAt: at, version: 1 });

  const companies = Array.from({ length: Math.ceil(count / 8) }, (_, index) => {
    const company = {
      _id: newId('com'),
      name: `Company ${index}`,
      domain: `c${index}.example`,
      ...(chance(0.7) && { industry: pick(['Software', 'Energy', 'Retail', 'software']) }),
      ...(chance(0.7) && { employeeCount: Math.floor(random() * 1_000) }),
      ...(chance(0.5) && { foundedYear: 1980 + Math.floor(random() * 45) }),
      ...(chance(0.6) && { location: { country: pick(['DE', 'AT', 'CH', 'FR', 'de']) } }),
      technologies: some(['kafka', 'redis', 'Kafka Streams'], 0.2),
      keywords: [],
      tags: some(['key'], 0.1),
      listIds: [],
      customFields: {},
      contactCount: 0,
      ...record(ago(400)),
    };
    return { ...company, searchWords: companySearchWords(company) };
  });
  const contacts = Array.from({ length: count }, (_, index) => {
    const company = chance(0.8) ? pick(companies) : undefined;
    const at = ago(400);
    const contact = {
      _id: newId('con'),
      ...(chance(0.9) && { email: `p${index}@c${index % 97}.example` }),
      ...(chance(0.9) && { firstName: pick(['Ada', 'Jörg', 'Eve', 'ada']) }),
      ...(chance(0.9) && { lastName: pick(['Byron', 'Müller', 'O’Neil']) }),
      ...(chance(0.8) && { title: pick(titles) }),
      ...(chance(0.6) && { seniority: pick(seniorities) }),
      ...(chance(0.3) && { linkedinUrl: `https://linkedin.com/in/p${index}` }),
      ...(company && { companyId: company._id, companyName: company.name, companyDomain: company.domain }),
      ...(chance(0.7) && { location: { city: pick(['Berlin', 'Wien', 'Paris']), country: pick(['DE', 'AT', 'FR']) } }),
      ...(chance(0.6) && { language: pick(['de', 'fr', 'en']) }),
      ...(chance(0.5) && { declaredBasis: pick(['consent', 'legitimate_interest'] as const) }),
      ...(chance(0.2) && { externalId: `x${index}` }),
      ...(chance(0.5) && { lastContactedAt: ago(90) }),
      ...(chance(0.4) && { score: { value: Math.floor(random() * 100), grade: pick(['A', 'B']), ...scored } }),
      phones: [],
      emailStatus: pick(emailStatuses),
      isTimeZoneInferred: false,
      stage: pick(stages),
      tags: some(tags, 0.2),
      listIds: some(places.listIds, 0.2),
      source: pick(['api', 'import', 'manual'] as const),
      doNotContact: chance(0.1),
      customFields: {
        ...(chance(0.5) && { tier: pick(['gold', 'silver', '']) }),
        ...(chance(0.5) && { budget: Math.floor(random() * 80_000) }),
        ...(chance(0.4) && { renewal: ago(200).toISOString().slice(0, 10) }),
        ...(chance(0.3) && { region: pick(['north', 'South']) }),
      },
      createdBy: 'test',
      ...record(at),
    };
    return { ...contact, searchWords: contactSearchWords(contact) };
  });

  const enrollments = contacts.flatMap(({ _id }) =>
    some(places.campaignIds, 0.15).map((campaignId) => ({
      _id: newId('enr'),
      campaignId,
      contactId: _id,
      companyId: null,
      state: pick(enrollmentStates),
      pauseReason: null,
      resumeAt: null,
      stepIndex: 0,
      mailboxId: null,
      endReason: null,
      startedAt: null,
      endedAt: new Date(now),
      createdBy: 'test',
      ...record(ago(90)),
    })),
  );
  const messages = contacts.flatMap(({ _id, email }) =>
    some(places.mailboxIds, 0.1).map((mailboxId) => ({
      ...blankMessage,
      _id: newId('msg'),
      kind: 'campaign' as const,
      contactId: _id,
      mailboxId,
      to: email ?? 'nobody@c.example',
      subject: 'Hello',
      bodyText: 'Hello',
      messageIdHeader: `<${newId('msg')}@c.example>`,
      state: 'sent' as const,
      sentAt: ago(60),
      ...record(ago(90)),
    })),
  );
  const replied = contacts.filter(() => chance(0.2));
  const replies = replied.flatMap(({ _id, email }) =>
    Array.from({ length: 1 + Math.floor(random() * 2) }, () => ({
      _id: newId('rpl'),
      mailboxId: null,
      messageId: null,
      campaignId: null,
      enrollmentId: null,
      contactId: _id,
      fromAddress: email ?? 'nobody@c.example',
      fromName: '',
      subject: 'Re: Hello',
      bodyText: 'Hello',
      attachments: [],
      messageIdHeader: `<${newId('rpl')}@c.example>`,
      references: [],
      class: pick(replyClasses),
      confidence: 1,
      classifiedBy: 'rule' as const,
      returnDate: null,
      wish: 'none' as const,
      state: 'new' as const,
      isRead: false,
      needsAction: false,
      answerMessageId: null,
      forwardedTo: [],
      receivedAt: ago(60),
      ...record(ago(60)),
    })),
  );
  const lastReplies = new Map<string, (typeof replies)[number]>();
  for (const reply of replies) {
    const known = lastReplies.get(reply.contactId);
    if (known === undefined || known.receivedAt < reply.receivedAt) lastReplies.set(reply.contactId, reply);
  }
  const lastHuman = new Map<string, Date>();
  for (const { contactId, receivedAt, class: kind } of replies) {
    const known = lastHuman.get(contactId);
    const isHuman = kind !== 'auto_reply' && kind !== 'bounce';
    if (isHuman && (known === undefined || known < receivedAt)) lastHuman.set(contactId, receivedAt);
  }
  const withReplies = contacts.map((contact) => {
    const lastRepliedAt = lastHuman.get(contact._id);
    return lastRepliedAt === undefined ? contact : { ...contact, lastRepliedAt };
  });
  await insertAll(CompanyModel, companies);
  await insertAll(ContactModel, withReplies);
  await insertAll(EnrollmentModel, enrollments);
  await insertAll(MessageModel, messages);
  await insertAll(ReplyModel, replies);
  const optedOut = contacts.filter(({ email }) => email !== undefined && chance(0.03));
  for (const { email } of optedOut) await addOptOut(workspaceId, 'address', email!);
  await addOptOut(workspaceId, 'domain', 'c11.example');

  const companyById = new Map(companies.map((company) => [company._id, company]));
  const suppressed = new Set(optedOut.map(({ email }) => email));
  const enrolled = Map.groupBy(enrollments, ({ contactId }) => contactId);
  const written = Map.groupBy(messages, ({ contactId }) => contactId);
  return withReplies.map(({ _id, searchWords: _words, listIds, ...contact }) => ({
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

const scored = { profileId: 'pro_1', profileVersion: 1, coverage: 1, scoredAt: new Date() };

function addOptOut(workspaceId: string, kind: 'address' | 'domain', value: string) {
  return addSuppression(workspaceId, { kind, value, reason: 'unsubscribe' }, new Date());
}

const insertedAtOnce = 1_000;

async function insertAll<Doc>(model: { insertMany(docs: Doc[]): Promise<unknown> }, documents: Doc[]): Promise<void> {
  for (let from = 0; from < documents.length; from += insertedAtOnce)
    await model.insertMany(documents.slice(from, from + insertedAtOnce));
}
