import { contactLabel } from '../../../domain/contacts/contact.ts';
import { companyLabel } from '../../../domain/text/plain-text.ts';
import { AppError, notFound } from '../../../errors/errors.ts';
import { type CompanyRecord, findCompany } from '../../../store/companies/company-store.ts';
import { type ContactRecord, findContact } from '../../../store/contacts/contact-store.ts';
import { type FactRecord, type FactSubject, factsMax, findFactsAbout } from '../../../store/prospects/fact-store.ts';
import type { ActionContext } from '../../context/action-context.ts';

/** Record that facts are about. */
export interface SubjectOfFacts {
  subject: FactSubject;
  id: string;
  label: string;
  contact: ContactRecord | null;
  company: CompanyRecord | null;
}

/** Throws `not_found` if the workspace has no such contact or company. */
export async function requireSubject(subjectId: string, ctx: ActionContext): Promise<SubjectOfFacts> {
  const { workspaceId } = ctx;
  if (subjectId.startsWith('con_')) {
    const contact = await findContact(workspaceId, subjectId);
    if (contact === null) throw notFound('contact', subjectId);
    const company = contact.companyId === undefined ? null : await findCompany(workspaceId, contact.companyId);
    return { subject: { contactId: subjectId }, id: subjectId, label: contactLabel(contact), contact, company };
  }
  const company = await findCompany(workspaceId, subjectId);
  if (company === null) throw notFound('company', subjectId);
  return { subject: { companyId: subjectId }, id: subjectId, label: companyLabel(company), contact: null, company };
}

/** Facts that the record has already. Throws `limit_reached` if none can be added. */
export async function requireRoom({ subject, label }: SubjectOfFacts, ctx: ActionContext): Promise<FactRecord[]> {
  const known = await findFactsAbout(ctx.workspaceId, subject);
  if (known.length < factsMax) return known;
  throw new AppError('limit_reached', `${label} has ${factsMax} facts, the maximum. Delete some with delete_fact.`);
}

/** Domain of the company whose site is read. Throws `invalid_state` if none is known. */
export function requireDomainOf({ contact, company, label }: SubjectOfFacts): string {
  const domain = company?.domain ?? contact?.companyDomain;
  if (domain === undefined) throw new AppError('invalid_state', `${label} has no company domain: set it first.`);
  return domain;
}
