import type { ContactFacts, CustomFields } from '../../contacts/contact.ts';

/** What a template may name, in one flat list; custom fields as custom.<name>. The same stand below contact. and company. */
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

export type RenderScope = Record<string, unknown>;

/** The values for one contact. What is unknown is left out, so that naming it shows as unresolved. */
export function renderScope(contact: RenderContact, company: RenderCompany | null, sender: RenderSender): RenderScope {
  const { location, customFields = {}, ...facts } = contact;
  const flat = present({
    firstName: facts.firstName,
    lastName: facts.lastName,
    fullName: [facts.firstName, facts.lastName].filter(Boolean).join(' '),
    title: facts.title,
    seniority: facts.seniority?.replaceAll('_', ' '),
    department: facts.department,
    email: facts.email,
    language: facts.language,
    city: location?.city,
    region: location?.region,
    country: location?.country,
    companyName: facts.companyName ?? company?.name,
    companyDomain: facts.companyDomain ?? company?.domain,
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
    custom: present(customFields),
  };
}

function present(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined && value !== null && value !== ''),
  );
}

const customName = /^custom\.[A-Za-z][A-Za-z0-9_]{0,49}$/;

/** Whether a template may name this at all, whatever the contact has of it. */
export function isRenderField(path: string): boolean {
  const [first = '', second] = path.split('.');
  if (second === undefined) return (renderFields as readonly string[]).includes(path);
  if (first === 'contact') return (renderFields as readonly string[]).includes(second);
  if (first === 'company') return (companyPlaceholders as readonly string[]).includes(second);
  if (first === 'sender') return second === 'name' || second === 'address';
  return customName.test(path);
}

export const renderFieldNames: readonly string[] = [
  ...renderFields,
  ...companyPlaceholders.map((name) => `company.${name}`),
  'sender.name',
  'sender.address',
  'custom.<name>',
];
