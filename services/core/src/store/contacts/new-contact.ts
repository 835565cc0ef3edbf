import type { ContactFacts, ContactSource, Stage } from '../../domain/contacts/contact.ts';
import { newId } from '../../domain/values/ids.ts';
import { keptDigests } from '../secrets/address-digests.ts';
import { type ContactDoc, contactSearchWords } from './contact-model.ts';

export type NewContact = ContactFacts & {
  companyId?: string;
  source: ContactSource;
  sourceDetail?: string;
  doNotContact: boolean;
  stage?: Stage;
  noticeSentAt?: Date;
  createdBy: string;
  tags?: string[];
  listIds?: string[];
  isTimeZoneInferred?: boolean;
  emailStatusCheckedAt?: Date;
  isInvented?: boolean;
};

/** Complete contact as it is stored. */
export function newContactDocument(workspaceId: string, contact: NewContact, now: Date): ContactDoc {
  const addressDigests = keptDigests(workspaceId, contact);
  return {
    ...contact,
    ...(addressDigests.length > 0 && { addressDigests }),
    _id: newId('con'),
    workspaceId,
    phones: contact.phones ?? [],
    tags: contact.tags ?? [],
    listIds: contact.listIds ?? [],
    customFields: contact.customFields ?? {},
    emailStatus: contact.emailStatus ?? 'unverified',
    isInvented: contact.isInvented ?? false,
    isTimeZoneInferred: contact.isTimeZoneInferred ?? false,
    stage: contact.doNotContact ? 'do_not_contact' : (contact.stage ?? 'new'),
    basisSetAt: contact.declaredBasis === undefined ? undefined : now,
    createdAt: now,
    updatedAt: now,
    version: 1,
    searchWords: contactSearchWords(contact),
  };
}
