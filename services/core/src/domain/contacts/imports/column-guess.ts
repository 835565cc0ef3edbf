import { type CustomField, customKeyPattern } from '../../fields/custom-fields.ts';
import { importColumns } from '../../fields/fields.ts';
import { contactFields } from '../contact-fields.ts';
import type { ColumnTarget } from './contact-row.ts';

const columns = importColumns(contactFields);

function plain(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
}

const targetByName = new Map<string, ColumnTarget>(
  [...columns].flatMap(([target, otherNames]) => [target, ...otherNames].map((name) => [plain(name), target] as const)),
);

const customName = new RegExp(customKeyPattern);

function asTarget(text: string): ColumnTarget | undefined {
  if (columns.has(text)) return text;
  const custom = text.startsWith('customFields.') && customName.test(text.slice('customFields.'.length));
  return custom ? text : undefined;
}

export interface ColumnMapping {
  column: string;
  target: ColumnTarget | null;
  /** Said by the caller, guessed from the name, or left out. */
  by: 'caller' | 'guess' | 'ignored';
}

/** "Column=target" as the caller writes it; "Column=-" leaves a column out. Undefined when it is not of that form. */
export function parseColumnRule(rule: string): { column: string; target: ColumnTarget | null } | undefined {
  const at = rule.lastIndexOf('=');
  const column = rule.slice(0, at).trim();
  const text = rule.slice(at + 1).trim();
  if (at < 1 || column === '') return undefined;
  const target = text === '-' ? null : asTarget(text);
  return target === undefined ? undefined : { column, target };
}

/** What each column becomes: as the caller says, else as its name suggests; each target is guessed at most once. */
export function mapColumns(
  names: readonly string[],
  rules: ReadonlyMap<string, ColumnTarget | null>,
  fields: readonly CustomField[] = [],
): ColumnMapping[] {
  const own = new Map(
    fields.flatMap(({ key, label }) => [key, label].map((name) => [plain(name), `customFields.${key}`])),
  );
  const taken = new Set<ColumnTarget | null>(rules.values());
  return names.map((column) => {
    const ruled = rules.get(column);
    if (ruled !== undefined) return { column, target: ruled, by: ruled === null ? 'ignored' : 'caller' };
    const guessed = asTarget(column) ?? own.get(plain(column)) ?? targetByName.get(plain(column));
    if (guessed === undefined || (taken.has(guessed) && guessed !== 'phone'))
      return { column, target: null, by: 'ignored' };
    taken.add(guessed);
    return { column, target: guessed, by: 'guess' };
  });
}
