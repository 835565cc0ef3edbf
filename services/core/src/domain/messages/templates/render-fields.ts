import type { ContactFacts, CustomFields } from '../../contacts/contact.ts';
import { isBlank, isNoValue, trimmed } from './no-value.ts';
import type { RenderClock } from './render-date.ts';

/**
 * Fields available to templates, in one flat list. Custom fields are custom.<name>. The same names exist under contact.
 * and company.
 */
export const renderFields = [
  'firstName',
  'lastName',
  'fullName',
  'title',
  'seniority',
  'department',
  'email',
  'language',
  'city',
  'region',
  'country',
  'companyName',
  'companyDomain',
  'senderName',
  'senderAddress',
] as const;
export type RenderField = (typeof renderFields)[number];

export const companyPlaceholders = [
  'name',
  'domain',
  'industry',
  'employeeRange',
  'employeeCount',
  'description',
  'city',
  'country',
] as const;

export interface RenderContact
  extends Pick<
    ContactFacts,
    | 'firstName'
    | 'lastName'
    | 'title'
    | 'seniority'
    | 'department'
    | 'email'
    | 'language'
    | 'location'
    | 'companyName'
    | 'companyDomain'
  > {
  customFields?: CustomFields;
}

export interface RenderCompany {
  name?: string;
  domain?: string;
  industry?: string;
  employeeRange?: string;
  employeeCount?: number;
  description?: string;
  location?: ContactFacts['location'];
}

export interface RenderSender {
  name: string;
  address: string;
}

/** Key of the clock in a scope. A symbol, so that templates cannot access it. */
export const renderClock = Symbol('renderClock');

export interface RenderScope extends Record<string, unknown> {
  [renderClock]?: RenderClock;
}

/** A company known only by its domain is stored under it. A text must not greet "acme.example". */
function nameOf(company: RenderCompany | null): string | undefined {
  return company?.name === company?.domain ? undefined : company?.name;
}

/** Values for one contact. Unknown values are omitted, so that naming one is reported as unresolved. */
export function renderScope(contact: RenderContact, company: RenderCompany | null, sender: RenderSender): RenderScope {
  const { location, customFields = {}, ...facts } = contact;
  const flat = present({
    firstName: facts.firstName,
    lastName: facts.lastName,
    fullName: namesOf([facts.firstName, facts.lastName]),
    title: facts.title,
    seniority: facts.seniority?.replaceAll('_', ' '),
    department: facts.department,
    email: facts.email,
    language: facts.language,
    city: location?.city,
    region: location?.region,
    country: location?.country,
    companyName: firstValue(facts.companyName, nameOf(company)),
    companyDomain: firstValue(facts.companyDomain, company?.domain),
    senderName: sender.name,
    senderAddress: sender.address,
  } satisfies Record<RenderField, unknown>);
  return {
    ...flat,
    contact: flat,
    company: present({
      ...company,
      name: flat.companyName,
      domain: flat.companyDomain,
      city: company?.location?.city,
      country: company?.location?.country,
      location: undefined,
    }),
    sender: present({ name: sender.name, address: sender.address }),
    custom: present(customFields, isBlank),
  };
}

function firstValue(...values: (string | undefined)[]): string | undefined {
  return values.find((value) => value !== undefined && !isNoValue(value));
}

function namesOf(names: (string | undefined)[]): string {
  return names.flatMap((name) => (name === undefined || isNoValue(name) ? [] : [name.trim()])).join(' ');
}

function present(
  values: Record<string, unknown>,
  isFiller: (text: string) => boolean = isNoValue,
): Record<string, unknown> {
  const entries = Object.entries(values).map(([name, value]) => [name, trimmed(value)] as const);
  return Object.fromEntries(
    entries.filter(
      ([, value]) => value !== undefined && value !== null && !(typeof value === 'string' && isFiller(value)),
    ),
  );
}

/** Text that was written for one person, for a step. */
const writtenName = /^written\.stp_[A-Za-z0-9]{1,40}\.(?:subject|body)$/;

/** True for a text that belongs to one person alone, whatever it looks like. */
export function isWrittenField(path: string): boolean {
  return writtenName.test(path);
}

const customName = /^custom\.[A-Za-z][A-Za-z0-9_]{0,49}$/;

/** True if templates can name this field at all, whatever the contact's value. */
export function isRenderField(path: string): boolean {
  const [first = '', second] = path.split('.');
  if (second === undefined) return (renderFields as readonly string[]).includes(path);
  if (first === 'contact') return (renderFields as readonly string[]).includes(second);
  if (first === 'company') return (companyPlaceholders as readonly string[]).includes(second);
  if (first === 'sender') return second === 'name' || second === 'address';
  return customName.test(path) || isWrittenField(path);
}

export const renderFieldNames: readonly string[] = [
  ...renderFields,
  ...companyPlaceholders.map((name) => `company.${name}`),
  'sender.name',
  'sender.address',
  'custom.<name>',
];
