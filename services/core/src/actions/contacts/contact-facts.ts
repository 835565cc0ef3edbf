import { Type } from 'typebox';
import {
  type ContactFacts,
  type DeclaredBasis,
  declaredBases,
  declaredBasisAliases,
  type EmailStatus,
  emailStatusAliases,
  emailStatuses,
  seniorities,
} from '../../domain/crm/contact.ts';
import { normalizeDomain, normalizeEmail } from '../../domain/crm/email-address.ts';
import { AppError } from '../../errors.ts';
import { OneOf, Text } from '../schema.ts';

const optionalText = (maxLength: number, description: string) => Type.Optional(Text(maxLength, description));

export const customFieldsSchema = Type.Record(
  Type.String({ pattern: '^[A-Za-z][A-Za-z0-9_]{0,49}$' }),
  Type.Union([Type.String({ maxLength: 2000 }), Type.Number(), Type.Boolean(), Type.Null()]),
  { maxProperties: 50, description: 'Your own fields: names of letters, digits and _, values scalar.' },
);

/** The members of a contact that a caller may set, as properties of an input. */
export const contactFactProperties = {
  email: Type.Optional(Type.String({ maxLength: 254, description: 'E-mail address; unique in the workspace.' })),
  emailStatus: Type.Optional(
    OneOf([...emailStatuses, 'accept_all', 'verified'] as const, {
      description: 'What is known of the address; unverified when absent.',
    }),
  ),
  firstName: optionalText(100, 'Given name.'),
  lastName: optionalText(100, 'Family name.'),
  title: optionalText(200, 'Job title.'),
  seniority: Type.Optional(OneOf(seniorities, { description: 'Level in the company.' })),
  department: optionalText(100, 'Department.'),
  linkedinUrl: Type.Optional(Type.String({ format: 'uri', maxLength: 300, description: 'LinkedIn profile.' })),
  phones: Type.Optional(Type.Array(Text(40, 'Phone number.'), { maxItems: 10, description: 'Phone numbers.' })),
  companyName: optionalText(200, 'Company name.'),
  companyDomain: optionalText(
    253,
    'Company domain, e.g. example.com; links the contact to that company, or creates it.',
  ),
  location: Type.Optional(
    Type.Object(
      {
        city: optionalText(100, 'City.'),
        region: optionalText(100, 'Region.'),
        country: optionalText(100, 'Country, name or ISO 3166 code.'),
      },
      { additionalProperties: false, description: 'Where the person works.' },
    ),
  ),
  timeZone: optionalText(60, 'IANA time zone, e.g. Europe/Paris.'),
  language: optionalText(20, 'BCP 47 language tag.'),
  declaredBasis: Type.Optional(
    OneOf([...declaredBases, 'legitimate_interests'] as const, {
      description: 'Legal basis for holding the contact. Without one it can be stored but not enrolled.',
    }),
  ),
  basisNote: optionalText(1000, 'Why that basis holds.'),
  externalId: optionalText(100, 'Id in your own system; unique in the workspace.'),
  customFields: Type.Optional(customFieldsSchema),
};

type RawFacts = Omit<ContactFacts, 'emailStatus' | 'declaredBasis'> & { emailStatus?: string; declaredBasis?: string };

/** Normalises address, domain, time zone and aliases; throws `validation_failed` naming the field. */
export const toContactFacts = (raw: RawFacts): ContactFacts => {
  const facts: ContactFacts = { ...raw } as ContactFacts;
  if (raw.email !== undefined) facts.email = requireEmail(raw.email);
  if (raw.companyDomain !== undefined) facts.companyDomain = requireDomain(raw.companyDomain);
  if (raw.emailStatus !== undefined)
    facts.emailStatus = emailStatusAliases[raw.emailStatus] ?? (raw.emailStatus as EmailStatus);
  if (raw.declaredBasis !== undefined)
    facts.declaredBasis = declaredBasisAliases[raw.declaredBasis] ?? (raw.declaredBasis as DeclaredBasis);
  if (raw.timeZone !== undefined) requireTimeZone(raw.timeZone);
  return facts;
};

export const requireEmail = (raw: string, field = 'email'): string => {
  const email = normalizeEmail(raw);
  if (email === undefined)
    throw new AppError('validation_failed', `${field} is not an e-mail address: name@domain.tld.`, { field });
  return email;
};

export const requireDomain = (raw: string, field = 'companyDomain'): string => {
  const domain = normalizeDomain(raw);
  if (domain === undefined)
    throw new AppError('validation_failed', `${field} is not a domain name, e.g. example.com.`, { field });
  return domain;
};

const requireTimeZone = (timeZone: string): void => {
  try {
    new Intl.DateTimeFormat('en', { timeZone });
  } catch {
    throw new AppError('validation_failed', `timeZone "${timeZone}" is not an IANA time zone, e.g. Europe/Paris.`, {
      field: 'timeZone',
    });
  }
};
