import type { RevealedPerson } from '../../../domain/prospects/prospect.ts';
import type { PersonTraits } from '../../../domain/workspaces/providers/hit-rates.ts';
import { findCompanies } from '../../../store/companies/company-store.ts';
import type { ContactRecord } from '../../../store/contacts/contact-store.ts';

/** Properties of contacts by which the results of providers differ, by contact ID. */
export async function traitsOfContacts(
  workspaceId: string,
  contacts: readonly ContactRecord[],
): Promise<Map<string, PersonTraits>> {
  const companyIds = [...new Set(contacts.flatMap(({ companyId }) => companyId ?? []))];
  const companies = new Map((await findCompanies(workspaceId, companyIds)).map((company) => [company.id, company]));
  return new Map(
    contacts.map(({ id, companyId, location, seniority, department }) => {
      const company = companies.get(companyId ?? '');
      const country = location?.country ?? company?.location?.country;
      return [id, { country, seniority, department, employeeRange: company?.employeeRange }];
    }),
  );
}

export function traitsOfPerson({ location, seniority, department, company }: RevealedPerson): PersonTraits {
  const country = location.country ?? company?.location.country;
  return { country, seniority, department, employeeRange: company?.employeeRange };
}
