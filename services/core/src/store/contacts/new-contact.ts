import type { ContactFacts, ContactSource } from '../../domain/contacts/contact.ts';
import { newId } from '../../domain/values/ids.ts';
import { type ContactDoc, contactSearchWords } from './contact-model.ts';

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

/** A contact as it is stored, complete. */
export function newContactDocument(workspaceId: string, contact: NewContact, now: Date): ContactDoc {
  return {
    ...contact,
    _id: newId('con'),
    workspaceId,
    phones: contact.phones ?? [],
    tags: contact.tags ?? [],
    listIds: contact.listIds ?? [],
    customFields: contact.customFields ?? {},
    emailStatus: contact.emailStatus ?? 'unverified',
    isTimeZoneInferred: contact.isTimeZoneInferred ?? false,
    stage: contact.doNotContact ? 'do_not_contact' : 'new',
    basisSetAt: contact.declaredBasis === undefined ? undefined : now,
    createdAt: now,
    updatedAt: now,
    version: 1,
    searchWords: contactSearchWords(contact),
  };
}
