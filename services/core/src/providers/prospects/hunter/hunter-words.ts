import type { Seniority } from '../../../domain/contacts/contact.ts';
import type { Department } from '../../../domain/prospects/prospect.ts';

const seniorityWords: Record<Seniority, string> = {
  owner: 'executive',
  founder: 'executive',
  c_suite: 'executive',
  partner: 'executive',
  vp: 'executive',
  head: 'senior',
  director: 'senior',
  manager: 'senior',
  senior: 'senior',
  entry: 'junior',
  intern: 'junior',
};

const departmentWords: Partial<Record<Department, string>> = {
  executive: 'executive',
  engineering: 'it',
  it: 'it',
  security: 'it',
  data: 'it',
  design: 'design',
  operations: 'operations',
  supply_chain: 'operations',
  sales: 'sales',
  marketing: 'marketing',
  customer_success: 'support',
  finance: 'finance',
  human_resources: 'hr',
  legal: 'legal',
};

const fromHunter: Record<string, Department> = {
  executive: 'executive',
  management: 'executive',
  it: 'it',
  design: 'design',
  operations: 'operations',
  sales: 'sales',
  marketing: 'marketing',
  communication: 'marketing',
  support: 'customer_success',
  finance: 'finance',
  hr: 'human_resources',
  legal: 'legal',
};

export function senioritiesOf(wanted: readonly Seniority[]): string[] {
  return [...new Set(wanted.map((one) => seniorityWords[one]))];
}

export function departmentsOf(wanted: readonly Department[]): string[] {
  return [...new Set(wanted.flatMap((one) => departmentWords[one] ?? []))];
}

export function departmentOf(word: string | null): Department | null {
  return word === null ? null : (fromHunter[word] ?? null);
}
