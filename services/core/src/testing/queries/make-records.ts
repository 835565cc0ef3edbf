import { enrollmentStates } from '../../domain/campaigns/enrollment-state.ts';
import { emailStatuses, seniorities, stages } from '../../domain/contacts/contact.ts';
import { replyClasses } from '../../domain/replies/reply-classes.ts';
import { newId } from '../../domain/values/ids.ts';
import { companySearchWords } from '../../store/companies/company-model.ts';
import { contactSearchWords } from '../../store/contacts/contact-model.ts';
import { blankMessage } from '../../store/messages/message-model.ts';
import type { Dice } from './random.ts';

/** Places that the stored records refer to. */
export interface Places {
  campaignIds: string[];
  mailboxIds: string[];
  listIds: string[];
}

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

const scored = { profileId: 'pro_1', profileVersion: 1, coverage: 1, scoredAt: new Date() };

export function makeCompanies(dice: Dice, count: number) {
  return Array.from({ length: count }, (_, index) => {
    const company = {
      _id: newId('com'),
      name: `Company ${index}`,
      domain: `c${index}.example`,
      ...(dice.chance(0.7) && { industry: dice.pick(['Software', 'Energy', 'Retail', 'software']) }),
      ...(dice.chance(0.7) && { employeeCount: dice.below(1_000) }),
      ...(dice.chance(0.5) && { foundedYear: 1980 + dice.below(45) }),
      ...(dice.chance(0.6) && { location: { country: dice.pick(['DE', 'AT', 'CH', 'FR', 'de']) } }),
      technologies: dice.some(['kafka', 'redis', 'Kafka Streams'], 0.2),
      keywords: [],
      tags: dice.some(['key'], 0.1),
      listIds: [],
      customFields: {},
      contactCount: 0,
      ...dice.record(400),
    };
    return { ...company, searchWords: companySearchWords(company) };
  });
}

export type Companies = ReturnType<typeof makeCompanies>;

export function makeContacts(dice: Dice, count: number, companies: Companies, places: Places) {
  return Array.from({ length: count }, (_, index) => {
    const company = dice.chance(0.8) ? dice.pick(companies) : undefined;
    const contact = {
      _id: newId('con'),
      ...(dice.chance(0.9) && { email: `p${index}@c${index % 97}.example` }),
      ...(dice.chance(0.9) && { firstName: dice.pick(['Ada', 'Jörg', 'Eve', 'ada']) }),
      ...(dice.chance(0.9) && { lastName: dice.pick(['Byron', 'Müller', 'O’Neil']) }),
      ...(dice.chance(0.8) && { title: dice.pick(titles) }),
      ...(dice.chance(0.6) && { seniority: dice.pick(seniorities) }),
      ...(dice.chance(0.3) && { linkedinUrl: `https://linkedin.com/in/p${index}` }),
      ...(company && { companyId: company._id, companyName: company.name, companyDomain: company.domain }),
      ...(dice.chance(0.7) && {
        location: { city: dice.pick(['Berlin', 'Wien', 'Paris']), country: dice.pick(['DE', 'AT', 'FR']) },
      }),
      ...(dice.chance(0.6) && { language: dice.pick(['de', 'fr', 'en']) }),
      ...(dice.chance(0.5) && { declaredBasis: dice.pick(['consent', 'legitimate_interest'] as const) }),
      ...(dice.chance(0.2) && { externalId: `x${index}` }),
      ...(dice.chance(0.5) && { lastContactedAt: dice.ago(90) }),
      ...(dice.chance(0.4) && { score: { value: dice.below(100), grade: dice.pick(['A', 'B']), ...scored } }),
      phones: [],
      emailStatus: dice.pick(emailStatuses),
      isTimeZoneInferred: false,
      stage: dice.pick(stages),
      tags: dice.some(tags, 0.2),
      listIds: dice.some(places.listIds, 0.2),
      source: dice.pick(['api', 'import', 'manual'] as const),
      doNotContact: dice.chance(0.1),
      customFields: {
        ...(dice.chance(0.5) && { tier: dice.pick(['gold', 'silver', '']) }),
        ...(dice.chance(0.5) && { budget: dice.below(80_000) }),
        ...(dice.chance(0.4) && { renewal: dice.ago(200).toISOString().slice(0, 10) }),
        ...(dice.chance(0.3) && { region: dice.pick(['north', 'South']) }),
      },
      createdBy: 'test',
      ...dice.record(400),
    };
    return { ...contact, searchWords: contactSearchWords(contact) };
  });
}
export type Contacts = ReturnType<typeof makeContacts>;

export function makeEnrollments(dice: Dice, contacts: Contacts, places: Places) {
  return contacts.flatMap(({ _id }) =>
    dice.some(places.campaignIds, 0.15).map((campaignId) => ({
      _id: newId('enr'),
      campaignId,
      contactId: _id,
      companyId: null,
      state: dice.pick(enrollmentStates),
      pauseReason: null,
      resumeAt: null,
      stepIndex: 0,
      mailboxId: null,
      endReason: null,
      startedAt: null,
      endedAt: new Date(),
      createdBy: 'test',
      ...dice.record(90),
    })),
  );
}

export function makeMessages(dice: Dice, contacts: Contacts, places: Places) {
  return contacts.flatMap(({ _id, email }) =>
    dice.some(places.mailboxIds, 0.1).map((mailboxId) => ({
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
      sentAt: dice.ago(60),
      ...dice.record(90),
    })),
  );
}

export function makeReplies(dice: Dice, contacts: Contacts) {
  const replied = contacts.filter(() => dice.chance(0.2));
  return replied.flatMap(({ _id, email }) =>
    Array.from({ length: 1 + dice.below(2) }, () => ({
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
      class: dice.pick(replyClasses),
      confidence: 1,
      classifiedBy: 'rule' as const,
      returnDate: null,
      wish: 'none' as const,
      state: 'new' as const,
      isRead: false,
      needsAction: false,
      answerMessageId: null,
      forwardedTo: [],
      receivedAt: dice.ago(60),
      ...dice.record(60),
    })),
  );
}
export type Replies = ReturnType<typeof makeReplies>;
