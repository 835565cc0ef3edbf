import { oneLine } from '../../text/control-characters.ts';
import type { ContactFacts } from '../contact.ts';

/** What a column of a file can become: a column that the table of fields names, or "customFields.<name>". */
export type ColumnTarget = string;

export interface RowFacts {
  facts: Record<string, unknown>;
  tags: string[];
}

const customPrefix = 'customFields.';
const phonesMax = 10;

function splitName(name: string): Pick<ContactFacts, 'firstName' | 'lastName'> {
  const comma = /^([^,]+),\s*(.+)$/.exec(name);
  if (comma) return { firstName: comma[2]!, lastName: comma[1]! };
  const [firstName, ...rest] = name.split(/\s+/);
  return { firstName: firstName!, ...(rest.length > 0 && { lastName: rest.join(' ') }) };
}

function asCode(value: string): string {
  return value.toLowerCase().replace(/[\s-]+/g, '_');
}
function asUrl(value: string): string {
  return /^https?:\/\//i.test(value) ? value : `https://${value}`;
}

const placeNames = new Set(['city', 'region', 'country']);
const codeNames = new Set(['emailStatus', 'seniority', 'declaredBasis']);

/** One row of a file as the facts of a contact; not yet checked. Empty cells say nothing. */
export function rowToFacts(cells: Iterable<readonly [ColumnTarget, unknown]>): RowFacts {
  const facts: Record<string, unknown> = {};
  const tags: string[] = [];
  for (const [target, raw] of cells) {
    if (raw === null || raw === undefined) continue;
    const value = typeof raw === 'string' ? raw.trim() : raw;
    if (value !== '') place(target, value, facts, tags);
  }
  return { facts, tags };
}

function place(target: ColumnTarget, value: unknown, facts: Record<string, unknown>, tags: string[]): void {
  const raw = typeof value === 'string' ? value : String(value);
  const text = target === 'basisNote' ? raw : oneLine(raw);
  if (target.startsWith(customPrefix)) {
    facts.customFields = { ...(facts.customFields as object), [target.slice(customPrefix.length)]: value };
  } else if (target === 'tags') {
    tags.push(
      ...(Array.isArray(value) ? value.map(String) : text.split(/[,;|]/)).map((tag) => tag.trim()).filter(Boolean),
    );
  } else if (target === 'fullName') {
    Object.assign(facts, { ...splitName(text), ...facts });
  } else if (target === 'phone') {
    facts.phones = [...((facts.phones as string[]) ?? []), text].slice(0, phonesMax);
  } else if (placeNames.has(target)) {
    facts.location = { ...(facts.location as object), [target]: text };
  } else if (codeNames.has(target)) {
    facts[target] = asCode(text);
  } else {
    facts[target] = target === 'linkedinUrl' ? asUrl(text) : text;
  }
}
