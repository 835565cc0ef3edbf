import { Schema } from 'mongoose';
import type { ContactFacts, ContactSource, CustomFields, Stage } from '../domain/contact.ts';
import { newId } from '../domain/ids.ts';
import type { PageRequest, PageResult } from '../domain/paging.ts';
import { defineModel, toRecord } from './define-model.ts';
import { findPage } from './find-page.ts';

export interface ContactScore {
  value: number;
  grade: string;
  profileId: string;
  profileVersion: number;
  coverage: number;
  scoredAt: Date;
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
    .index({ workspaceId: 1, 'score.value': -1, _id: 1 })
    .index({ workspaceId: 1, createdAt: -1, _id: 1 })
    .index({ workspaceId: 1, updatedAt: -1, _id: 1 }),
);

export const findContact = async (workspaceId: string, contactId: string): Promise<ContactRecord | null> => {
  const found = await ContactModel.findOne({ workspaceId, _id: contactId }).lean();
  return found && toRecord(found);
};

export const findContactByEmail = async (workspaceId: string, email: string): Promise<ContactRecord | null> => {
  const found = await ContactModel.findOne({ workspaceId, email }).lean();
  return found && toRecord(found);
};

/** Many at once, in no particular order; ids of other workspaces are not found. At most 10,000. */
export const findContacts = async (workspaceId: string, contactIds: string[]): Promise<ContactRecord[]> => {
  const found = await ContactModel.find({ workspaceId, _id: { $in: contactIds } })
    .limit(10_000)
    .lean();
  return found.map(toRecord);
};

export const findContactsByEmail = async (workspaceId: string, emails: string[]): Promise<ContactRecord[]> => {
  const found = await ContactModel.find({ workspaceId, email: { $in: emails } })
    .limit(10_000)
    .lean();
  return found.map(toRecord);
};

export type NewContact = ContactFacts & {
  companyId?: string;
  source: ContactSource;
  sourceDetail?: string;
  doNotContact: boolean;
  createdBy: string;
  tags?: string[];
  listIds?: string[];
  isTimeZoneInferred?: boolean;
  emailStatusCheckedAt?: Date;
};

export const insertContact = async (workspaceId: string, contact: NewContact, now: Date): Promise<ContactRecord> => {
  const doc = {
    _id: newId('con'),
    workspaceId,
    ...contact,
    emailStatus: contact.emailStatus ?? 'unverified',
    stage: contact.doNotContact ? 'do_not_contact' : 'new',
    basisSetAt: contact.declaredBasis === undefined ? undefined : now,
    createdAt: now,
    updatedAt: now,
  };
  const [created] = await ContactModel.create([doc as never]);
  return toRecord((created as unknown as { toObject(): ContactDoc }).toObject());
};

export const updateContactFields = async (
  workspaceId: string,
  contactId: string,
  set: Partial<Omit<ContactDoc, '_id' | 'workspaceId'>>,
  now: Date,
): Promise<ContactRecord | null> => {
  const changed = await ContactModel.findOneAndUpdate(
    { workspaceId, _id: contactId },
    { $set: { ...set, updatedAt: now }, $inc: { version: 1 } },
    { returnDocument: 'after' },
  ).lean();
  return changed && toRecord(changed as ContactDoc);
};

export const listContacts = (
  workspaceId: string,
  filter: Record<string, unknown>,
  page: PageRequest,
): Promise<PageResult<ContactRecord>> => findPage(ContactModel, { workspaceId, ...filter }, page);
