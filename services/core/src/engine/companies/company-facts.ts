import { type CompanyFacts, employeeRangeOf } from '../../domain/companies/company.ts';
import { companyFields } from '../../domain/companies/company-fields.ts';
import { settableProperties, updatableProperties } from '../../domain/fields/fields.ts';
import { refuseControlCharacters, requireDomain } from '../fields/fact-checks.ts';

/** Company properties that a caller can set, as an input schema. */
export const companyFactProperties = settableProperties(companyFields);

/** Company properties in an update. Null removes a value. */
export const companyUpdateProperties = updatableProperties(companyFields);

/** Normalizes the domain and derives the size. Throws `validation_failed` and names the field. Keeps nulls. */
export function toCompanyFacts<Facts extends { [K in keyof CompanyFacts]: CompanyFacts[K] | null }>(raw: Facts): Facts {
  const { domain, employeeCount } = raw;
  refuseControlCharacters(raw);
  return {
    ...raw,
    ...(domain && { domain: requireDomain(domain, 'domain') }),
    ...(typeof employeeCount === 'number' && { employeeRange: employeeRangeOf(employeeCount) }),
  };
}
