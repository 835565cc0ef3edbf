import { contactFields } from '../../domain/contacts/contact-fields.ts';
import { customWords } from '../../domain/fields/custom-fields.ts';
import { searchWordsOf } from '../../domain/fields/search-words.ts';
import { type DocOf, defineModel, type RecordOf, stored } from '../documents/define-model.ts';
import { pathsOf } from '../documents/field-paths.ts';
import { object, optional, string, strings, withDefault } from '../documents/paths.ts';

export interface ContactScore {
  value: number;
  grade: string;
  profileId: string;
  profileVersion: number;
  coverage: number;
  scoredAt: Date;
  /** Not stored. Computed when the contact is shown. */
  isOutdated?: boolean;
}

export type ContactDoc = DocOf<typeof ContactModel>;
export type ContactRecord = RecordOf<ContactDoc>;

export const ContactModel = defineModel(
  'Contact',
  'contacts',
  stored({
    workspaceId: string,
    ...pathsOf(contactFields),
    score: optional(object<ContactScore>()),
    /**
     * Digests of its other and former addresses, and of the canonical mailbox if the address is another spelling of it.
     */
    addressDigests: optional(strings),
    /** Search tokens matched by q and by filters on custom fields. Maintained by the store. */
    searchWords: withDefault(strings, []),
  })
    .index({ workspaceId: 1, _id: 1 })
    .index({ workspaceId: 1, email: 1 }, { unique: true, partialFilterExpression: { email: { $exists: true } } })
    .index(
      { workspaceId: 1, externalId: 1 },
      { unique: true, partialFilterExpression: { externalId: { $exists: true } } },
    )
    .index({ workspaceId: 1, addressDigests: 1 }, { partialFilterExpression: { addressDigests: { $exists: true } } })
    .index({ workspaceId: 1, emailStatus: 1, _id: 1 })
    .index({ workspaceId: 1, stage: 1, _id: 1 })
    .index({ workspaceId: 1, companyId: 1, _id: 1 })
    .index({ workspaceId: 1, companyDomain: 1, _id: 1 })
    .index({ workspaceId: 1, listIds: 1, _id: 1 })
    .index({ workspaceId: 1, tags: 1, _id: 1 })
    .index({ workspaceId: 1, ownerId: 1, _id: 1 })
    .index({ workspaceId: 1, searchWords: 1, _id: 1 })
    .index({ workspaceId: 1, declaredBasis: 1, _id: 1 })
    .index({ workspaceId: 1, source: 1, _id: 1 })
    .index({ workspaceId: 1, doNotContact: 1, _id: 1 })
    .index({ workspaceId: 1, lastRepliedAt: 1, _id: 1 })
    .index({ workspaceId: 1, createdAt: 1, _id: 1 })
    .index({ workspaceId: 1, 'score.value': 1, _id: 1 })
    .index({ workspaceId: 1, updatedAt: 1, _id: 1 }),
  'contact',
);

type Named = Partial<Pick<ContactDoc, 'firstName' | 'lastName' | 'email' | 'companyName' | 'title' | 'customFields'>>;

export function contactSearchWords(contact: Named): string[] {
  const { firstName, lastName, email, companyName, title, customFields } = contact;
  return [...searchWordsOf(firstName, lastName, email, companyName, title), ...customWords(customFields)];
}

export const searchedFields = ['firstName', 'lastName', 'email', 'companyName', 'title', 'customFields'] as const;
