import { joinName } from '../../../domain/contacts/person-name.ts';
import type { Condition } from '../../../domain/fields/queries/where.ts';
import { valueAt } from '../../../domain/values/value-at.ts';
import {
  type EnrollmentOfContact,
  findEnrollmentsOfContacts,
} from '../../../store/campaigns/enrolled-contacts-store.ts';
import { type CompanyRecord, findCompanyValues } from '../../../store/companies/company-store.ts';
import type { ContactRecord } from '../../../store/contacts/contact-store.ts';
import { findMailboxesOfContacts } from '../../../store/messages/written-contacts-store.ts';
import { findLastReplies, type LastReply } from '../../../store/replies/last-replies-store.ts';
import { findSuppressed } from '../../../store/suppressions/suppression-store.ts';

/** Facts about contacts that other records hold, by contact. Only those in the conditions are read. */
export interface ContactFacts {
  companies: ReadonlyMap<string, Partial<CompanyRecord>>;
  enrollments: ReadonlyMap<string, EnrollmentOfContact[]>;
  mailboxes: ReadonlyMap<string, string[]>;
  lastReplies: ReadonlyMap<string, LastReply>;
  suppressed: ReadonlyMap<string, unknown>;
}

export async function readContactFacts(
  workspaceId: string,
  contacts: readonly ContactRecord[],
  conditions: readonly Condition[],
): Promise<ContactFacts> {
  const kinds = new Set(conditions.map(({ field }) => field.fact));
  const companyPaths = conditions.flatMap(({ field }) => (field.fact === 'company' ? field.path : []));
  const ids = contacts.map(({ id }) => id);
  const companyIds = [...new Set(contacts.flatMap(({ companyId }) => companyId ?? []))];
  const emails = contacts.flatMap(({ email }) => email ?? []);
  const [companies, enrollments, mailboxes, lastReplies, suppressed] = await Promise.all([
    kinds.has('company') ? findCompanyValues(workspaceId, companyIds, companyPaths) : [],
    kinds.has('enrollments') ? findEnrollmentsOfContacts(workspaceId, ids) : [],
    kinds.has('mailboxes') ? findMailboxesOfContacts(workspaceId, ids) : new Map<string, string[]>(),
    kinds.has('lastReply') ? findLastReplies(workspaceId, ids) : [],
    kinds.has('suppressed') ? findSuppressed(workspaceId, emails) : new Map(),
  ]);
  return {
    companies: new Map(companies.map((company) => [company.id, company])),
    enrollments: Map.groupBy(enrollments, ({ contactId }) => contactId),
    mailboxes,
    lastReplies: new Map(lastReplies.map((reply) => [reply.contactId, reply])),
    suppressed,
  };
}

/** Values of a field for one contact, from the contact or from its facts. */
export function contactValues(facts: ContactFacts) {
  return (contact: ContactRecord, { field, state }: Condition): unknown => {
    switch (field.fact) {
      case undefined:
        return valueAt(contact, field.path === '_id' ? 'id' : field.path);
      case 'company': {
        const company = facts.companies.get(contact.companyId ?? '');
        return company && valueAt(company, field.path === '_id' ? 'id' : field.path);
      }
      case 'enrollments': {
        const enrollments = facts.enrollments.get(contact.id) ?? [];
        return enrollments.filter((one) => state === undefined || one.state === state).map((one) => one.campaignId);
      }
      case 'mailboxes':
        return facts.mailboxes.get(contact.id);
      case 'lastReply': {
        const reply = facts.lastReplies.get(contact.id);
        return reply && valueAt(reply, field.path);
      }
      case 'suppressed':
        return facts.suppressed.has(contact.email ?? '');
      case 'fullName':
        return joinName(contact.firstName, contact.lastName);
      default:
        return field.fact satisfies never;
    }
  };
}
