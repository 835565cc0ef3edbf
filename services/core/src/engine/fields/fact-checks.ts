import { normalizeDomain } from '../../domain/contacts/email-address.ts';
import { fieldWithControlCharacters } from '../../domain/text/control-characters.ts';
import { AppError } from '../../errors/errors.ts';

export function refuseControlCharacters(facts: object): void {
  const field = fieldWithControlCharacters(facts);
  if (field === undefined) return;
  throw new AppError('validation_failed', `${field} contains a control character or a line break.`, { field });
}

export function requireDomain(raw: string, field = 'companyDomain'): string {
  const domain = normalizeDomain(raw);
  if (domain === undefined)
    throw new AppError('validation_failed', `${field} is not a domain name, e.g. example.com.`, { field });
  return domain;
}
