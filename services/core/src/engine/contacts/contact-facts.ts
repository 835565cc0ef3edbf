import type { ContactFacts } from '../../domain/contacts/contact.ts';
import { contactFields } from '../../domain/contacts/contact-fields.ts';
import { hasInvisible, normalizeEmail } from '../../domain/contacts/email-address.ts';
import { cleanTexts } from '../../domain/contacts/invisible-characters.ts';
import { settableProperties, updatableProperties } from '../../domain/fields/fields.ts';
import { AppError } from '../../errors/errors.ts';
import { refuseControlCharacters, requireDomain } from '../fields/fact-checks.ts';

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

function requireTimeZone(timeZone: string): void {
  try {
    new Intl.DateTimeFormat('en', { timeZone });
  } catch {
    throw new AppError('validation_failed', `timeZone "${timeZone}" is not an IANA time zone, e.g. Europe/Paris.`, {
      field: 'timeZone',
    });
  }
}
