import type { MaskedPerson, RevealedPerson } from './prospect-source.ts';

/** How far a search has been read: what was found, how much there is in all, and where to go on (null: nowhere). */
export interface FoundSearch {
  itemIds: string[];
  total: number;
  token: string | null;
}

/** Where remote sources keep what they were answered; the store stands behind it. */
export interface FoundProspects {
  saveItems(workspaceId: string, items: { id: string; email?: string | null }[]): Promise<void>;
  findItems<Item>(workspaceId: string, ids: string[]): Promise<Item[]>;
  saveSearch(workspaceId: string, key: string, search: FoundSearch): Promise<void>;
  findSearch(workspaceId: string, key: string): Promise<FoundSearch | null>;
}

export function maskPerson(person: RevealedPerson): MaskedPerson {
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
    emailStatus: person.email === null ? null : (person.emailStatus ?? 'unverified'),
  };
}
