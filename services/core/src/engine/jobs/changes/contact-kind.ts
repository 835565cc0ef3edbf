import { contactLabel } from '../../../domain/contacts/contact.ts';
import { contactFields } from '../../../domain/contacts/contact-fields.ts';
import {
  type ContactRecord,
  countContacts,
  findContacts,
  streamContacts,
} from '../../../store/contacts/contact-store.ts';
import { applyChanges, updateEffect } from '../../contacts/change-contact.ts';
import { requireOneWay, selectionQuery, wayOf } from '../../contacts/contact-selection.ts';
import { mergeContact } from '../../contacts/merging/merge-contact.ts';
import { splitContact } from '../../contacts/merging/split-contact.ts';
import { moveContactsToTrash, planRestore, restoreContacts } from '../../contacts/trash-contacts.ts';
import type { ChangeKind } from './change-kind.ts';

export const contactKind: ChangeKind<ContactRecord> = {
  type: 'contact',
  find: findContacts,
  label: contactLabel,
  updateEffect,
  apply: applyChanges,
  moveToTrash: moveContactsToTrash,
  planRestore,
  weight: () => 0,
  fields: contactFields,
  merge: mergeContact,
  split: splitContact,

  wayOf(selection) {
    requireOneWay(selection);
    return wayOf(selection);
  },

  async count(selection, limit, ctx) {
    return countContacts(ctx.workspaceId, await selectionQuery(selection, ctx), limit);
  },

  async *stream(selection, afterId, ctx) {
    yield* streamContacts(ctx.workspaceId, await selectionQuery(selection, ctx), afterId);
  },

  async restore(trashed, ctx) {
    return (await restoreContacts(trashed, ctx)).map(({ id }) => id);
  },
};
