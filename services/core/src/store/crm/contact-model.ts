import { Schema } from 'mongoose';
import type { ContactFacts, ContactSource, CustomFields, Stage } from '../../domain/crm/contact.ts';
import { searchWordsOf } from '../../domain/crm/search-words.ts';
import { defineModel } from '../define-model.ts';

export interface ContactScore {
  value: number;
  grade: string;
  profileId: string;
  profileVersion: number;
  coverage: number;
  scoredAt: Date;
  /** Not stored: found out when it is shown. */
  isOutdated?: boolean;
}

export interface ContactDoc extends Omit<ContactFacts, 'customFields' | 'emailStatus' | 'phones'> {
  _id: string;
  workspaceId: string;
  emailStatus: NonNullable<ContactFacts['emailStatus']>;
  emailStatusCheckedAt?: Date;
  phones: string[];
  companyId?: string;
  isTimeZoneInferred?: boolean;
  stage: Stage;
  tags: string[];
  listIds: string[];
  source: ContactSource;
  sourceDetail?: string;
  basisSetAt?: Date;
  noticeSentAt?: Date;
  doNotContact: boolean;
  customFields: CustomFields;
  score?: ContactScore;
  lastContactedAt?: Date;
  lastRepliedAt?: Date;
  createdBy: string;
  createdAt: Date;
  updatedAt: Date;
  version: number;
  /** What q finds it by; kept by the store. */
  searchWords: string[];
}

export type ContactRecord = Omit<ContactDoc, '_id'> & { id: string };

export const ContactModel = defineModel<ContactDoc>(
  'Contact',
  'contacts',
  new Schema({
    workspaceId: { type: String, required: true },
    email: String,
    emailStatus: { type: String, required: true },
    emailStatusCheckedAt: Date,
    firstName: String,
    lastName: String,
    title: String,
    seniority: String,
    department: String,
    linkedinUrl: String,
    phones: { type: [String], default: [] },
    companyId: String,
    companyName: String,
    companyDomain: String,
    location: { type: Object },
    timeZone: String,
    isTimeZoneInferred: Boolean,
    language: String,
    stage: { type: String, required: true },
    tags: { type: [String], default: [] },
    listIds: { type: [String], default: [] },
    source: { type: String, required: true },
    sourceDetail: String,
    declaredBasis: String,
    basisNote: String,
    basisSetAt: Date,
    noticeSentAt: Date,
    doNotContact: { type: Boolean, default: false },
    customFields: { type: Object, default: {} },
    externalId: String,
    score: { type: Object },
    lastContactedAt: Date,
    lastRepliedAt: Date,
    createdBy: { type: String, required: true },
    createdAt: { type: Date, required: true },
    updatedAt: { type: Date, required: true },
    version: { type: Number, default: 1 },
    searchWords: { type: [String], default: [] },
  })
    .index({ workspaceId: 1, _id: 1 })
    .index({ workspaceId: 1, email: 1 }, { unique: true, partialFilterExpression: { email: { $exists: true } } })
    .index(
      { workspaceId: 1, externalId: 1 },
      { unique: true, partialFilterExpression: { externalId: { $exists: true } } },
    )
    .index({ workspaceId: 1, emailStatus: 1, _id: 1 })
    .index({ workspaceId: 1, stage: 1, _id: 1 })
    .index({ workspaceId: 1, companyId: 1, _id: 1 })
    .index({ workspaceId: 1, companyDomain: 1, _id: 1 })
    .index({ workspaceId: 1, listIds: 1, _id: 1 })
    .index({ workspaceId: 1, tags: 1, _id: 1 })
    .index({ workspaceId: 1, searchWords: 1, _id: 1 })
    .index({ workspaceId: 1, declaredBasis: 1, _id: 1 })
    .index({ workspaceId: 1, source: 1, _id: 1 })
    .index({ workspaceId: 1, doNotContact: 1, _id: 1 })
    .index({ workspaceId: 1, lastRepliedAt: 1, _id: 1 })
    .index({ workspaceId: 1, createdAt: 1, _id: 1 })
    .index({ workspaceId: 1, 'score.value': 1, _id: 1 })
    .index({ workspaceId: 1, updatedAt: 1, _id: 1 }),
);

type Named = Partial<Pick<ContactDoc, 'firstName' | 'lastName' | 'email' | 'companyName' | 'title'>>;

export const contactSearchWords = ({ firstName, lastName, email, companyName, title }: Named): string[] =>
  searchWordsOf(firstName, lastName, email, companyName, title);

export const searchedFields = ['firstName', 'lastName', 'email', 'companyName', 'title'] as const;
