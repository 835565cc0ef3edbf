import type { MaskedPerson, RevealedPerson } from '../../domain/prospects/prospect.ts';

/** Person as a search returned them. Some providers hide the address until it is asked for and billed. */
export interface FoundPerson extends RevealedPerson {
  isAddressHidden?: true;
}

/** Progress of a search: the results so far, the total, and the token for the next call (null at the end). */
export interface FoundSearch {
  itemIds: string[];
  total: number;
  token: string | null;
}

/** Keeps the results of remote sources. Implemented by the store. */
export interface FoundProspects {
  saveItems(workspaceId: string, items: { id: string; email?: string | null }[]): Promise<void>;
  findItems<Item>(workspaceId: string, ids: string[]): Promise<Item[]>;
  saveSearch(workspaceId: string, key: string, search: FoundSearch): Promise<void>;
  findSearch(workspaceId: string, key: string): Promise<FoundSearch | null>;
}

export function maskPerson(person: FoundPerson): MaskedPerson {
  return {
    id: person.id,
    source: person.source,
    firstName: person.firstName,
    lastNameInitial: `${person.lastName.charAt(0).toUpperCase()}.`,
    title: person.title,
    seniority: person.seniority,
    department: person.department,
    companyId: person.company?.id ?? null,
    companyName: person.company?.name ?? null,
    companyDomain: person.company?.domain ?? null,
    industry: person.company?.industry ?? null,
    employeeRange: person.company?.employeeRange ?? null,
    location: person.location,
    emailStatus: person.email === null && !person.isAddressHidden ? null : (person.emailStatus ?? 'unverified'),
  };
}
