import type { ContactFacts } from '../../domain/contacts/contact.ts';
import { contactFields } from '../../domain/contacts/contact-fields.ts';
import { hasInvisible, normalizeDomain, normalizeEmail } from '../../domain/contacts/email-address.ts';
import { cleanTexts } from '../../domain/contacts/invisible-characters.ts';
import { settableProperties, updatableProperties } from '../../domain/fields/fields.ts';
import { fieldWithControlCharacters } from '../../domain/text/control-characters.ts';
import { AppError } from '../../errors/errors.ts';

export function refuseControlCharacters(facts: object): void {
  const field = fieldWithControlCharacters(facts);
  if (field === undefined) return;
  throw new AppError('validation_failed', `${field} contains a control character or a line break.`, { field });
}

/** Contact properties that a caller can set, as an input schema. */
export const contactFactProperties = settableProperties(contactFields);

/** Contact properties in an update. Null removes a value. */
export const contactUpdateProperties = updatableProperties(contactFields);

/** Plan warnings for fields from which invisible characters were removed. */
export function invisibleWarnings(raw: object): string[] {
  const fields = Object.entries(raw).filter(([name, value]) =>
    name === 'email' ? typeof value === 'string' && hasInvisible(value) : cleanTexts(value) !== value,
  );
  return fields.map(([name]) => `Invisible characters were removed from ${name}.`);
}

/**
 * Removes invisible characters, normalizes the email address and domain, and checks the time zone. Throws
 * `validation_failed` and names the field. Keeps nulls.
 */
export function toContactFacts<Facts extends { [K in keyof ContactFacts]: ContactFacts[K] | null }>(raw: Facts): Facts {
  const { email, companyDomain, timeZone } = raw;
  if (timeZone) requireTimeZone(timeZone);
  refuseControlCharacters(raw);
  return {
    ...cleanTexts(raw),
    ...(email && { email: requireEmail(email) }),
    ...(companyDomain && { companyDomain: requireDomain(companyDomain) }),
  };
}

export function requireEmail(raw: string, field = 'email'): string {
  const email = normalizeEmail(raw);
  if (email === undefined)
    throw new AppError('validation_failed', `${field} is not an e-mail address: name@domain.tld.`, { field });
  return email;
}

export function requireDomain(raw: string, field = 'companyDomain'): string {
  const domain = normalizeDomain(raw);
  if (domain === undefined)
    throw new AppError('validation_failed', `${field} is not a domain name, e.g. example.com.`, { field });
  return domain;
}

function requireTimeZone(timeZone: string): void {
  try {
    new Intl.DateTimeFormat('en', { timeZone });
  } catch {
    throw new AppError('validation_failed', `timeZone "${timeZone}" is not an IANA time zone, e.g. Europe/Paris.`, {
      field: 'timeZone',
    });
  }
}
