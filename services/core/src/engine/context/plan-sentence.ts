import { cutText } from '@outbound/node-service/text/cut-text';
import { counted } from '../../domain/text/counted.ts';
import { canonicalJson } from '../../domain/values/canonical-json.ts';
import { changedValues, type ValueChange } from './changed-values.ts';
import { withoutForeignText } from './foreign-values.ts';
import type { Plan, PlannedEffect } from './plan.ts';

const clausesMax = 8;
const changesMax = 8;
const namesMax = 3;
/** Characters for all values of a sentence, shared equally, so that no long value hides another one. */
const valuesLength = 480;
const valueLengthMin = 30;
const valueLengthMax = 120;

const verbs: Record<PlannedEffect['op'], string> = {
  create: 'create',
  update: 'change',
  delete: 'delete',
  enroll: 'enroll',
  send: 'send',
  schedule: 'schedule',
  cancel: 'cancel',
  spend: 'spend',
  start: 'start',
  stop: 'stop',
};

type Shown = Pick<Plan<unknown>, 'effects' | 'skipped' | 'recipients'>;

interface Facts {
  credits?: number;
  /** Input of the request. Its texts are the caller's own. */
  input?: unknown;
}

/**
 * The sentence that a person confirms, derived from the effects of any plan: records, fields, old and new values, and
 * counts. Destructive effects come first, because nothing may follow what is cut.
 */
export function planSentence({ effects, skipped, recipients = 0 }: Shown, { credits = 0, input }: Facts = {}): string {
  const groups = grouped(withoutForeignText(effects, input)).toSorted((a, b) => rankOf(a) - rankOf(b));
  const length = lengthOfValues(groups);
  const clauses = groups.map((group) => clauseOf(group, length));
  const more = clauses.slice(clausesMax).length;
  const parts = [
    ...(clauses.length === 0 ? ['change nothing'] : clauses.slice(0, clausesMax)),
    ...(more > 0 ? [`and ${counted(more, 'more kind')} of changes`] : []),
    ...(recipients > 0 ? [`send to ${counted(recipients, 'person')}`] : []),
    ...(credits > 0 ? [`spend ${counted(credits, 'credit')}`] : []),
    ...(skipped.length > 0 ? [`skip ${skipped.length}`] : []),
  ];
  const text = parts.join('; ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

/** Groups effects of one kind on several records. */
function grouped(effects: readonly PlannedEffect[]): PlannedEffect[][] {
  const groups = Map.groupBy(effects, (effect) => {
    const { op, type, changes = {} } = effect;
    return isCounted(effect) ? canonicalJson(effect) : [op, type, ...Object.keys(changes).sort()].join(' ');
  });
  return [...groups.values()];
}

function rankOf([first]: PlannedEffect[]): number {
  const { op, removed } = first!;
  if (op === 'delete' || removed !== undefined) return 0;
  return op === 'cancel' || op === 'stop' ? 1 : 2;
}

function isCounted({ id, changes }: PlannedEffect): boolean {
  return id === undefined && typeof changes?.count === 'number';
}

function lengthOfValues(groups: PlannedEffect[][]): number {
  const values = groups.flatMap(([first]) => changedValues(first!).slice(0, changesMax)).length * 2;
  return Math.max(valueLengthMin, Math.min(valueLengthMax, Math.floor(valuesLength / Math.max(1, values))));
}

function clauseOf(group: PlannedEffect[], length: number): string {
  const [first] = group;
  const { op } = first!;
  if (group.length === 1)
    return op === 'update'
      ? updateClause(first!, length)
      : `${verbs[op]} ${nameOf(first!)}${detailsOf(first!, length)}`;
  const names = group.slice(0, namesMax).map(({ label }) => cutText(label, valueLengthMax, '…'));
  const rest = group.length - names.length;
  const listed = `${names.join(', ')}${rest > 0 ? `, and ${rest} more` : ''}`;
  return `${verbs[op]} ${counted(group.length, wordsOf(first!.type))} (${listed})${sharedDetails(group, length)}`;
}

/** "change Lea Vogel's email from a@x.example to b@x.example" */
function updateClause(effect: PlannedEffect, length: number): string {
  const values = changedValues(effect);
  const name = nameOf(effect);
  const [only] = values;
  const owner = name.endsWith('s') ? `${name}'` : `${name}'s`;
  const marking = values.length === 1 ? markingClause(only!, name, length) : undefined;
  if (marking !== undefined) return marking;
  if (values.length === 1 && only!.next !== undefined) return `change ${owner} ${changeInWords(only!, length, 'to ')}`;
  return values.length === 0 ? `change ${name}` : `change ${name}: ${listOf(values, length)}`;
}

/** "add vip to contact Lea Vogel": tags are added to records and removed from them. */
function markingClause({ field, next = '' }: ValueChange, name: string, length: number): string | undefined {
  const marks = quoted(cutText(next, length, '…'));
  if (field === 'add' || field === 'added tag') return `add ${marks} to ${name}`;
  return field === 'remove' || field === 'removed tag' ? `remove ${marks} from ${name}` : undefined;
}

function detailsOf(effect: PlannedEffect, length: number): string {
  const values = changedValues(effect);
  return values.length === 0 ? '' : ` (${listOf(values, length)})`;
}

/** The values, if all records of the group get the same. Otherwise, only the fields. */
function sharedDetails(group: PlannedEffect[], length: number): string {
  const [first] = group;
  const values = changedValues({ ...first!, before: undefined, removed: undefined });
  if (values.length === 0) return '';
  const isShared = group.every(({ changes }) => canonicalJson(changes ?? {}) === canonicalJson(first!.changes ?? {}));
  return isShared ? `: ${listOf(values, length)}` : `: ${[...new Set(values.map(({ field }) => field))].join(', ')}`;
}

function listOf(values: ValueChange[], length: number): string {
  const shown = values.slice(0, changesMax).map((value) => changeInWords(value, length));
  const more = values.length - shown.length;
  return [...shown, ...(more > 0 ? [`and ${counted(more, 'more field')}`] : [])].join(', ');
}

/** `to` precedes a value that replaces none, where a sentence needs it. */
function changeInWords({ field, old, next }: ValueChange, length: number, to = ''): string {
  const fair = (value: string, other = '') => quoted(cutFairly(value, other, length));
  if (next === undefined) return old === undefined ? `no ${field}` : `remove ${field} ${fair(old)}`;
  return old === undefined ? `${field} ${to}${fair(next)}` : `${field} from ${fair(old, next)} to ${fair(next, old)}`;
}

/** Shows the place where two long values differ, so that a shared beginning cannot hide the change. */
function cutFairly(value: string, other: string, length: number): string {
  if (value.length <= length) return value;
  let same = 0;
  while (same < value.length && value[same] === other[same]) same += 1;
  const start = same > length / 2 ? Math.min(same - Math.floor(length / 4), value.length - length) : 0;
  return `${start > 0 ? '…' : ''}${cutText(value.slice(start), length, '…')}`;
}

function quoted(value: string): string {
  return /\s/.test(value) ? `"${value}"` : value;
}

/** Name of the record, with its type unless the name says it. A contact is known by its name alone. */
function nameOf({ type, label, changes }: PlannedEffect): string {
  // The label of the settings lists their fields.
  if (type === 'settings') return 'the settings';
  const name = cutText(label, valueLengthMax, '…');
  const words = wordsOf(type);
  const isNamed = name.toLowerCase().includes(words.toLowerCase()) || typeof changes?.count === 'number';
  return type === 'contact' || isNamed ? name : `${words} ${name}`;
}

function wordsOf(type: string): string {
  return type.replaceAll('_', ' ');
}
