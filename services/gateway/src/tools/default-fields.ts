import type { Action } from '../core-client/contract.ts';

/** Fields that lists show when the caller requests none. */
const shownByDefault: Readonly<Record<string, readonly string[]>> = {
  contact: [
    'id',
    'fullName',
    'email',
    'emailStatus',
    'title',
    'companyName',
    'location',
    'stage',
    'tags',
    'score',
    'declaredBasis',
    'source',
    'sourceDetail',
  ],
  company: ['id', 'name', 'domain', 'industry', 'employeeRange', 'location', 'contactCount', 'tags', 'score'],
};
const kindOfList: Readonly<Record<string, string>> = {
  list_contacts: 'contact',
  list_company_contacts: 'contact',
  list_companies: 'company',
};
const kindOfPrefix: Readonly<Record<string, string>> = { con_: 'contact', com_: 'company' };

/** Adds the default fields if the action takes fields and the caller requested none. */
export function withDefaultFields(action: Action, input: Record<string, unknown>): Record<string, unknown> {
  const kind = kindOfList[action.name];
  const { fields } = (action.inputSchema.properties ?? {}) as { fields?: { items?: { enum?: readonly string[] } } };
  if (!kind || !fields || input.fields !== undefined) return input;
  const known = fields.items?.enum;
  return { ...input, fields: shownByDefault[kind]!.filter((name) => known === undefined || known.includes(name)) };
}

/** Shortens records in the lists of a result. The caller knows what was done, and can read the rest by ID. */
export function inShort(value: unknown, isInList = false): unknown {
  if (Array.isArray(value)) return value.map((item) => inShort(item, true));
  if (typeof value !== 'object' || value === null) return value;
  const { id } = value as { id?: unknown };
  const kind = isInList && typeof id === 'string' ? kindOfPrefix[id.slice(0, 4)] : undefined;
  const entries = Object.entries(value)
    .filter(([name, item]) => kind === undefined || (item !== null && shownByDefault[kind]!.includes(name)))
    .map(([name, item]) => [name, inShort(item)]);
  return Object.fromEntries(entries);
}
