import { getMe } from './account/get-me.ts';
import { createContact } from './contacts/create-contact.ts';
import { getContact } from './contacts/get-contact.ts';
import { listContacts } from './contacts/list-contacts.ts';
import type { AnyAction } from './define-action.ts';

/** Every action of the product. Routes, OpenAPI, scopes, prices, audit and tools come from this list. */
export const actions: readonly AnyAction[] = [
  // account
  getMe,
  // contacts
  listContacts,
  createContact,
  getContact,
];
