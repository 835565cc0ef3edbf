import type { PersonalText } from '../../../domain/campaigns/written-text.ts';
import { joinName } from '../../../domain/contacts/person-name.ts';
import type { Evidence, Recipient } from '../../../domain/messages/claims/check-claims.ts';
import type { CompanyRecord } from '../../../store/companies/company-store.ts';
import type { ContactRecord } from '../../../store/contacts/contact-store.ts';
import { type FactRecord, findReadFacts } from '../../../store/prospects/fact-store.ts';
import type { ActionContext } from '../../context/action-context.ts';

/** A contact with all data that a text can use. */
export interface Person {
  contact: ContactRecord;
  company: CompanyRecord | null;
  /** Texts that were written for this person, by step. Absent without any. */
  written?: Record<string, PersonalText>;
}

/** Knowledge about one recipient: fields of the records, and facts whose quote the product found on a page. */
export async function knownRecipient(person: Person, ctx: ActionContext): Promise<Recipient> {
  return (await knownRecipients([person], ctx)).get(person.contact.id)!;
}

/** The same for many people, by contact ID, in two queries. */
export async function knownRecipients(
  people: readonly Person[],
  ctx: Pick<ActionContext, 'workspaceId' | 'workspace'>,
): Promise<Map<string, Recipient>> {
  const contactIds = people.map(({ contact }) => contact.id);
  const companyIds = [...new Set(people.flatMap(({ company }) => company?.id ?? []))];
  const facts = await findReadFacts(ctx.workspaceId, contactIds, companyIds);
  const about = Map.groupBy(facts, ({ contactId, companyId }) => contactId ?? companyId!);
  return new Map(
    people.map((person) => {
      const { contact, company } = person;
      const known = [...(about.get(contact.id) ?? []), ...(about.get(company?.id ?? '') ?? [])];
      return [contact.id, toRecipient(person, known, ctx)];
    }),
  );
}

function toRecipient(
  person: Person,
  facts: readonly FactRecord[],
  { workspace }: Pick<ActionContext, 'workspace'>,
): Recipient {
  const { firstName, lastName, companyName } = person.contact;
  const { settings, name } = workspace;
  return {
    personNames: [firstName, lastName, joinName(firstName, lastName)].filter(isText),
    companyNames: [companyName, person.company?.name].filter(isText),
    ownNames: [settings.senderName, name].filter(isText),
    evidence: [...fieldsOf(person), ...facts.map(ofFact)],
  };
}

/** The product wrote the statement of a page's fact. That of a filed fact is the writer's own. */
function ofFact({ id, statement, quote, date, origin }: FactRecord): Evidence {
  const parts = origin === 'page' && statement !== quote ? [statement, quote] : [quote];
  return { factId: id, field: null, quote: [...parts, ...(date === null ? [] : [date])].join(' · ') };
}

function fieldsOf({ contact, company }: Person): Evidence[] {
  const fields: Record<string, unknown> = {
    title: contact.title,
    seniority: contact.seniority,
    department: contact.department,
    location: placeOf(contact.location),
    companyName: contact.companyName,
    companyDomain: contact.companyDomain,
    ...ofCompany(company),
    ...prefixed('customFields', contact.customFields),
  };
  return Object.entries(fields).flatMap(([field, value]) => {
    const quote = textOf(value);
    return quote === '' ? [] : [{ factId: null, field, quote }];
  });
}

function ofCompany(company: Person['company']): Record<string, unknown> {
  if (company === null) return {};
  const { name, industry, employeeCount, description, technologies, keywords, location, customFields } = company;
  return {
    ...prefixed('company', {
      name,
      industry,
      employeeCount,
      description,
      technologies,
      keywords,
      location: placeOf(location),
    }),
    ...prefixed('company.customFields', customFields),
  };
}

function placeOf({ city, region, country }: NonNullable<ContactRecord['location']> = {}): string {
  return [city, region, country].filter(Boolean).join(', ');
}

function prefixed(prefix: string, members: Record<string, unknown> | undefined): Record<string, unknown> {
  return Object.fromEntries(Object.entries(members ?? {}).map(([name, value]) => [`${prefix}.${name}`, value]));
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).filter(isText).join(', ');
  if (value instanceof Date) return value.toISOString().slice(0, 10);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function isText(value: string | null | undefined): value is string {
  return value !== undefined && value !== null && value !== '';
}
