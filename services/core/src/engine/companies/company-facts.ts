import { type CompanyFacts, employeeRangeOf } from '../../domain/companies/company.ts';
import { companyFields } from '../../domain/companies/company-fields.ts';
import { settableProperties, updatableProperties } from '../../domain/fields/fields.ts';
import { refuseControlCharacters, requireDomain } from '../contacts/contact-facts.ts';

/** The members of a company that a caller may set, as properties of an input. */
export const companyFactProperties = settableProperties(companyFields);

/** The members of a company as an update takes them: null takes one away. */
export const companyUpdateProperties = updatableProperties(companyFields);

/** Normalises the domain and derives the size; throws `validation_failed` naming the field. Nulls stay. */
export function toCompanyFacts<Facts extends { [K in keyof CompanyFacts]: CompanyFacts[K] | null }>(raw: Facts): Facts {
  const { domain, employeeCount } = raw;
  refuseControlCharacters(raw);
  return {
    ...raw,
    ...(domain && { domain: requireDomain(domain, 'domain') }),
    ...(typeof employeeCount === 'number' && { employeeRange: employeeRangeOf(employeeCount) }),
  };
}
