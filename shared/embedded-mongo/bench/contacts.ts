import type { IndexDescription } from 'mongodb';

/** Contacts of about 1 KB, identical in every run. */
export interface Contact {
  _id: number;
  workspaceId: string;
  email: string;
  createdAt: Date;
  [field: string]: unknown;
}

const filler = 'Leads procurement for the northern plants and answers mail in the morning. '.repeat(10);
const workspaces = 20;

export function contact(id: number): Contact {
  return {
    _id: id,
    workspaceId: `wsp_${String(id % workspaces).padStart(4, '0')}`,
    email: `person${id}@company${id % 5000}.example`,
    firstName: `First${id % 700}`,
    lastName: `Last${id % 3000}`,
    companyDomain: `company${id % 5000}.example`,
    emailStatus: id % 3 === 0 ? 'valid' : 'unknown',
    score: id % 101,
    tags: [`tag${id % 13}`, `tag${id % 17}`],
    createdAt: new Date(1_700_000_000_000 + id * 1000),
    notes: filler,
  };
}

export const contactIndexes: IndexDescription[] = [
  { key: { workspaceId: 1, createdAt: -1 } },
  { key: { workspaceId: 1, email: 1 }, unique: true },
];
