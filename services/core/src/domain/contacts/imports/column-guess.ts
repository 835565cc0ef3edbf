import { cutText } from '@outbound/node-service/text/cut-text';
import { type CustomField, customKeyPattern } from '../../fields/custom-fields.ts';
import { importColumns } from '../../fields/fields.ts';
import { contactFields } from '../contact-fields.ts';
import { normalizeEmail } from '../email-address.ts';
import { profileKey } from '../profile-address.ts';
import { fitOf } from './column-fit.ts';
import type { ColumnTarget } from './contact-row.ts';
import { isNothing } from './nothing.ts';
import { willColumnOf, willOf, willOfAnyCell, willOfStatus } from './will-columns.ts';

/** Columns without a field of their own. A yes in them marks the email address as invalid. */
const furtherColumns: [ColumnTarget, readonly string[]][] = [['bounced', []]];
const columns = new Map([...importColumns(contactFields), ...furtherColumns]);

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

/** True if a column with this name would be imported into a field. */
export function isColumnName(name: string): boolean {
  return targetByName.has(plain(name));
}

const customName = new RegExp(customKeyPattern);
/** Targets that a workspace's field label cannot override, because rows are identified by them. */
const identity = new Set([
  'email',
  'firstName',
  'lastName',
  'fullName',
  'companyName',
  'companyDomain',
  'linkedinUrl',
  'phone',
]);
/** Targets that several columns can share. */
const shared = new Set(['phone', 'doNotContact', 'bounced', 'stage']);

/** Fields that a column can become, without custom fields. */
export const columnTargets: readonly ColumnTarget[] = [...columns.keys()];

function asTarget(text: string): ColumnTarget | undefined {
  if (columns.has(text)) return text;
  const custom = text.startsWith('customFields.') && customName.test(text.slice('customFields.'.length));
  return custom ? text : undefined;
}

/** True if a column with this name maps to a field. */
export function isKnownColumn(name: string): boolean {
  return asTarget(name) !== undefined || targetByName.has(plain(name));
}

export interface ColumnMapping {
  column: string;
  target: ColumnTarget | null;
  /** Set by the caller, guessed from the name and values, or ignored. */
  by: 'caller' | 'guess' | 'ignored';
  /** Set if the column looks like an opt-out but is not read. The caller must answer before the import runs. */
  question?: string;
  /** Some values of such a column, so that a person can answer. */
  values?: string[];
}

/** Parses "Column=target", or "Column=-" to ignore a column. Undefined for any other form. */
export function parseColumnRule(rule: string): { column: string; target: ColumnTarget | null } | undefined {
  const at = rule.lastIndexOf('=');
  const column = rule.slice(0, at).trim();
  const text = rule.slice(at + 1).trim();
  if (at < 1 || column === '') return undefined;
  const target = text === '-' ? null : asTarget(text);
  return target === undefined ? undefined : { column, target };
}

export type ValuesOf = (column: string) => readonly unknown[];

/** Maps each column, by the caller's rule or otherwise by its name and values. */
export function mapColumns(
  names: readonly string[],
  rules: ReadonlyMap<string, ColumnTarget | null>,
  fields: readonly CustomField[],
  valuesOf: ValuesOf,
): ColumnMapping[] {
  const own = new Map(
    fields.flatMap(({ key, label }) => [key, label].map((name) => [plain(name), `customFields.${key}`])),
  );
  const ruled = new Set<ColumnTarget | null>(rules.values());
  const candidates = names.map((column): [string, ColumnTarget[]] => [
    column,
    rules.has(column) ? [] : candidatesOf(column, own, valuesOf(column)),
  ]);
  const chosen = chooseBest(candidates, ruled, valuesOf);
  const addresses = ruled.has('email') || [...chosen.values()].includes('email') ? undefined : addressColumn();
  if (addresses !== undefined) chosen.set(addresses, 'email');
  return names.map((column) => {
    const rule = rules.get(column);
    if (rule !== undefined) return { column, target: rule, by: rule === null ? 'ignored' : 'caller' };
    const target = chosen.get(column);
    return target === undefined ? byWill(column, valuesOf(column)) : { column, target, by: 'guess' };
  });

  /** A column of any other name that holds addresses, one for each row: the address of an owner repeats. */
  function addressColumn(): string | undefined {
    return names.find((column) => !rules.has(column) && !chosen.has(column) && holdsAddresses(valuesOf(column)));
  }
}

/** Shares of the filled cells that are addresses, and that differ. */
const [addressShare, differentShare] = [0.8, 0.8];

function holdsAddresses(values: readonly unknown[]): boolean {
  const filled = values.map((value) => String(value ?? '').trim()).filter((text) => !isNothing(text));
  const addresses = filled.filter((text) => normalizeEmail(text) !== undefined);
  const areMost = addresses.length > 0 && addresses.length >= addressShare * filled.length;
  return areMost && new Set(addresses.map((text) => text.toLowerCase())).size >= differentShare * addresses.length;
}

/** Targets suggested by a column's name, most likely first. */
function candidatesOf(column: string, own: ReadonlyMap<string, string>, values: readonly unknown[]): ColumnTarget[] {
  const named = asTarget(column) ?? targetByName.get(plain(column));
  const label = own.get(plain(column));
  const standard = named === undefined ? [] : byContent(named, column, values);
  const isFirst = named !== undefined && (identity.has(named) || asTarget(column) === named);
  return isFirst ? [...standard, ...(label ? [label] : [])] : [...(label ? [label] : []), ...standard];
}

/** Cell contents decide whether a URL is a profile or a website, and whether an ID is ours or another program's. */
function byContent(target: ColumnTarget, column: string, values: readonly unknown[]): ColumnTarget[] {
  const texts = values.filter((value): value is string => typeof value === 'string' && value !== '');
  if (target === 'companyDomain' && texts.some((text) => profileKey(text) !== undefined)) {
    const profiles = texts.filter((text) => profileKey(text) !== undefined).length;
    return profiles * 2 >= texts.length ? ['linkedinUrl'] : ['companyDomain'];
  }
  if (target !== 'id' && target !== 'externalId') return [target];
  const isOurs = texts.length > 0 && texts.every((text) => /^con_\w+$/.test(text));
  if (isOurs) return ['id'];
  return plain(column) === 'id' || target === 'externalId' ? ['externalId'] : [];
}

/** If two columns match the same field, the one with better-fitting values gets it. */
function chooseBest(
  candidates: [string, ColumnTarget[]][],
  ruled: ReadonlySet<ColumnTarget | null>,
  valuesOf: ValuesOf,
): Map<string, ColumnTarget> {
  const chosen = new Map<string, ColumnTarget>();
  const taken = new Set(ruled);
  for (const rank of [0, 1]) {
    const wanted = candidates.filter(([column, targets]) => !chosen.has(column) && targets[rank] !== undefined);
    for (const [target, group] of Map.groupBy(wanted, ([, targets]) => targets[rank]!)) {
      const isShared = shared.has(target);
      if (taken.has(target) && !isShared) continue;
      const fitting = group
        .map(([column]) => ({ column, fit: fitOf(target, valuesOf(column)) }))
        .filter(({ fit }) => fit >= 0)
        .sort((one, other) => other.fit - one.fit);
      for (const { column } of isShared ? fitting : fitting.slice(0, 1)) chosen.set(column, target);
      if (fitting.length > 0) taken.add(target);
    }
  }
  return chosen;
}

const examplesMax = 5;
const exampleLengthMax = 40;

/** Some different values of a column, shortened. */
export function examplesOf(values: readonly unknown[]): string[] {
  const texts = values.flatMap((value) => (isNothing(String(value ?? '')) ? [] : [String(value)]));
  return [...new Set(texts)].slice(0, examplesMax).map((text) => cutText(text, exampleLengthMax, '…'));
}

/** Maps a column without a field. It can still mark people who must not be contacted. */
function byWill(column: string, values: readonly unknown[]): ColumnMapping {
  const ignored: ColumnMapping = { column, target: null, by: 'ignored' };
  const will = willColumnOf(column);
  const isStatus = values.some((value) => (will === undefined ? willOfAnyCell(value) : willOfStatus(value)) !== 'none');
  const ask = `"${column}" looks as if it says who must not be contacted, and it is not read: answer "${column}=doNotContact" to read it, or "${column}=-" to leave it out.`;
  const asked: ColumnMapping = { ...ignored, question: ask, values: examplesOf(values) };
  if (will === 'bounce') return { column, target: 'bounced', by: 'guess' };
  if (will === 'opt_out') {
    const isClear = values.every((value) => willOf(will, value) !== 'unclear');
    return isClear ? { column, target: 'doNotContact', by: 'guess' } : asked;
  }
  if (isStatus) return { column, target: 'stage', by: 'guess' };
  const isRefused = will === 'consent' && values.some((value) => willOf(will, value) === 'opted_out');
  return isRefused ? asked : ignored;
}
