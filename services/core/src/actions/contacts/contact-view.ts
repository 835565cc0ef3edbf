import { type Static, Type } from 'typebox';
import { contactSources, declaredBases, emailStatuses, seniorities, stages } from '../../domain/crm/contact.ts';
import type { ContactRecord } from '../../store/crm/contact-store.ts';
import { PlaceView, RecordScoreView } from '../record-parts.ts';
import { Nullable, OneOf, Timestamp } from '../schema.ts';

const text = (description: string) => Nullable(Type.String({ description }));
const time = (description: string) => Nullable(Timestamp(description));

/** A contact as every answer shows it: absent values are null, times are ISO 8601. */
export const ContactView = Type.Object({
  id: Type.String({ description: 'con_….' }),
  email: text('Unique in the workspace, lower case.'),
  emailStatus: OneOf(emailStatuses, { description: 'Whether the address can be written to, as found out last.' }),
  emailStatusCheckedAt: time('When the status was found out.'),
  firstName: text('Given name.'),
  lastName: text('Family name.'),
  fullName: text('Both names.'),
  title: text('Job title.'),
  seniority: Nullable(OneOf(seniorities, { description: 'Level in the company.' })),
  department: text('Department.'),
  linkedinUrl: text('LinkedIn profile.'),
  phones: Type.Array(Type.String(), { description: 'Phone numbers, E.164 where known.' }),
  companyId: text('The company it is linked to.'),
  companyName: text('Company name.'),
  companyDomain: text('Company domain.'),
  location: PlaceView,
  timeZone: text('IANA name.'),
  isTimeZoneInferred: Type.Boolean({ description: 'True when the time zone was inferred from the country.' }),
  language: text('BCP 47 tag.'),
  stage: OneOf(stages, { description: 'Where the conversation stands.' }),
  tags: Type.Array(Type.String(), { description: 'Names of its tags.' }),
  listIds: Type.Array(Type.String(), { description: 'Static lists that it is on.' }),
  source: OneOf(contactSources, { description: 'How it came into the workspace.' }),
  sourceDetail: text('Where exactly it came from (GDPR Art. 14).'),
  declaredBasis: Nullable(
    OneOf(declaredBases, {
      description: 'Legal basis for writing to the person; null: none declared, cannot be enrolled.',
    }),
  ),
  basisNote: text('Why the basis holds.'),
  basisSetAt: time('When the basis was declared.'),
  noticeSentAt: time('When the person was informed.'),
  doNotContact: Type.Boolean({ description: 'True: never written to.' }),
  customFields: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()]), {
    description: 'Your own fields, by name.',
  }),
  externalId: text('Id in your own system.'),
  score: RecordScoreView,
  lastContactedAt: time('Last message sent.'),
  lastRepliedAt: time('Last reply received.'),
  createdBy: Type.String({ description: 'Who made it: the id of a user, key or client.' }),
  createdAt: Timestamp('When it was stored.'),
  updatedAt: Timestamp('When it last changed.'),
  version: Type.Integer({ description: 'Grows by one with each change; in the ETag, and for If-Match.' }),
});

export type ContactView = Static<typeof ContactView>;

const iso = (date: Date | null | undefined): string | null => date?.toISOString() ?? null;

const scoreOf = ({ score, updatedAt }: ContactRecord): ContactView['score'] => {
  if (!score) return null;
  const { scoredAt, isOutdated = false, ...shown } = score;
  return { ...shown, stale: isOutdated || scoredAt < updatedAt };
};

export const toContactView = (contact: ContactRecord): ContactView => ({
  id: contact.id,
  email: contact.email ?? null,
  emailStatus: contact.emailStatus,
  emailStatusCheckedAt: iso(contact.emailStatusCheckedAt),
  firstName: contact.firstName ?? null,
  lastName: contact.lastName ?? null,
  fullName: [contact.firstName, contact.lastName].filter(Boolean).join(' ') || null,
  title: contact.title ?? null,
  seniority: contact.seniority ?? null,
  department: contact.department ?? null,
  linkedinUrl: contact.linkedinUrl ?? null,
  phones: contact.phones,
  companyId: contact.companyId ?? null,
  companyName: contact.companyName ?? null,
  companyDomain: contact.companyDomain ?? null,
  location: contact.location ?? null,
  timeZone: contact.timeZone ?? null,
  isTimeZoneInferred: contact.isTimeZoneInferred ?? false,
  language: contact.language ?? null,
  stage: contact.stage,
  tags: contact.tags,
  listIds: contact.listIds,
  source: contact.source,
  sourceDetail: contact.sourceDetail ?? null,
  declaredBasis: contact.declaredBasis ?? null,
  basisNote: contact.basisNote ?? null,
  basisSetAt: iso(contact.basisSetAt),
  noticeSentAt: iso(contact.noticeSentAt),
  doNotContact: contact.doNotContact,
  customFields: contact.customFields,
  externalId: contact.externalId ?? null,
  score: scoreOf(contact),
  lastContactedAt: iso(contact.lastContactedAt),
  lastRepliedAt: iso(contact.lastRepliedAt),
  createdBy: contact.createdBy,
  createdAt: contact.createdAt.toISOString(),
  updatedAt: contact.updatedAt.toISOString(),
  version: contact.version,
});
