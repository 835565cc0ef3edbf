import { enrollmentStates } from '../../../domain/campaigns/enrollment-state.ts';
import { companyFields } from '../../../domain/companies/company-fields.ts';
import { contactFields } from '../../../domain/contacts/contact-fields.ts';
import {
  companyQueryField,
  customQueryField,
  type QueryField,
  recordQueryFields,
} from '../../../domain/fields/queries/query-field.ts';
import type { QueryFields } from '../../../domain/fields/queries/where.ts';
import { replyClasses } from '../../../domain/replies/reply-classes.ts';
import type { ActionContext } from '../../context/action-context.ts';
import { customFieldsOf } from '../custom-fields.ts';

/** Fields that other records decide. */
const facts: readonly QueryField[] = [
  { name: 'fullName', type: 'text', path: 'fullName', fact: 'fullName' },
  { name: 'campaigns', type: 'id', path: 'campaignId', fact: 'enrollments', isList: true, states: enrollmentStates },
  { name: 'mailbox', type: 'id', path: 'mailboxId', fact: 'mailboxes', isList: true },
  { name: 'lastReply.class', type: 'choice', path: 'class', fact: 'lastReply', choices: replyClasses },
  { name: 'lastReply.receivedAt', type: 'time', path: 'receivedAt', fact: 'lastReply' },
  { name: 'suppressed', type: 'boolean', path: 'suppressed', fact: 'suppressed' },
];

const ofContact = recordQueryFields(contactFields);
const ofCompany = recordQueryFields(companyFields);

function byName(fields: readonly QueryField[]): Map<string, QueryField> {
  return new Map(fields.map((field) => [field.name, field]));
}

/** Fields that a query for contacts can name, with the workspace's custom fields. */
export async function contactQueryFields(ctx: Pick<ActionContext, 'workspaceId'>): Promise<QueryFields> {
  const own = (await customFieldsOf('contact', ctx)).map(customQueryField);
  const company = [...ofCompany, ...(await customFieldsOf('company', ctx)).map(customQueryField)];
  return { noun: 'contact', fields: byName([...ofContact, ...own, ...facts, ...company.map(companyQueryField)]) };
}

/** Fields that a query for companies can name, with the workspace's custom fields. */
export async function companyQueryFields(ctx: Pick<ActionContext, 'workspaceId'>): Promise<QueryFields> {
  const own = (await customFieldsOf('company', ctx)).map(customQueryField);
  return { noun: 'company', fields: byName([...ofCompany, ...own]) };
}
