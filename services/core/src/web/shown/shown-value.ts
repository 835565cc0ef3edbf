import { countryName, languageName } from './code-names.ts';
import { pageOfId, typeOfId } from './record-types.ts';
import { isEventType, labelOf, wordsOf } from './words.ts';

/** A value of a response as the template `parts/shown` draws it. */
export type Shown =
  | { is: 'empty' }
  | { is: 'text' | 'long' | 'number' | 'code' | 'mail' | 'sentence'; text: string }
  /** A state, with its table in `states.ts`. */
  | { is: 'state'; text: string; kind: string }
  | { is: 'time'; at: string }
  /** The ID of a record whose name is not known here (see `withNames`). */
  | { is: 'link'; href: string; text: string; id?: string }
  | { is: 'facts'; facts: { label: string; value: Shown }[] }
  | { is: 'list'; items: Shown[] }
  | { is: 'histogram'; most: number; bars: { label: string; count: number }[] }
  | { is: 'table'; heads: string[]; rows: Shown[][] };

type Data = Record<string, unknown>;

const longText = 120;
const columnsMax = 6;
const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;
const isId = /^[a-z]{2,4}_[0-9A-HJKMNP-TV-Z]{26}$/;
const isWord = /^[a-z]+(?:_[a-z]+)+$/;
/** Members that are meaningless to people. */
const technical = new Set([
  'version',
  'workspaceId',
  'requestId',
  'idempotencyKey',
  'inputDigest',
  'planDigest',
  'stepId',
  'messageIdHeader',
]);
/** Members that contain a state, whatever record they belong to. */
const stateMembers = new Set(['class', 'emailStatus', 'stage']);
/** Members with sentences from operations, shown as text. */
const sentences = new Set(['summary', 'explanation', 'advice', 'lastError', 'reason', 'warning', 'message']);
const actorKinds = ['user', 'api_key', 'oauth_client', 'system'];

export function shown(value: unknown): Shown {
  if (isEmpty(value)) return { is: 'empty' };
  if (typeof value === 'boolean') return { is: 'text', text: value ? 'yes' : 'no' };
  if (typeof value === 'number') return { is: 'number', text: value.toLocaleString('en-US') };
  if (typeof value === 'string') return shownText(value);
  if (Array.isArray(value)) return value.every(isRecord) ? shownTable(value as Data[]) : shownList(value);
  return shownFacts(value as Data);
}

/** A table of these columns of the records. Without columns, all that fit. */
export function shownTable(records: Data[], columns: readonly string[] = columnsOf(records)): Shown {
  const { idColumn, name } = namingOf(records, columns);
  const seen = columns.filter((column) => column !== idColumn);
  const rows = records.map((record) =>
    seen.map((column) => (column === name ? linkTo(record[idColumn!], record[name]) : shownAt(record, column))),
  );
  return { is: 'table', heads: seen.map(headOf), rows };
}

/** For records that are named beside their ID, one link shows both. */
function namingOf([first]: Data[], columns: readonly string[]): { idColumn?: string; name?: string } {
  const idColumn = columns.find((column) => column.endsWith('Id') && pageOfId(String(first?.[column])) !== undefined);
  const name = ['name', 'address'].find((column) => columns.includes(column));
  return idColumn === undefined || name === undefined ? {} : { idColumn, name };
}

/** The member at a path, displayed according to its name. */
export function shownAt(record: Data, path: string): Shown {
  return shownMember(path.split('.').at(-1)!, memberAt(record, path), record.id);
}

/** The kind of a record by its ID: "campaign". */
function kindOf(id: unknown): string {
  return typeOfId(String(id))?.idField.slice(0, -'Id'.length) ?? '';
}

function linkTo(id: unknown, text: unknown): Shown {
  const href = pageOfId(String(id));
  return href === undefined || isEmpty(text) ? shown(text) : { is: 'link', href, text: String(text) };
}

/** Omits the record's own ID, which is for programs. */
function shownFacts({ id, ...rest }: Data): Shown {
  if (isActor({ id, ...rest })) return { is: 'text', text: String(rest.name) };
  const facts = Object.entries(rest)
    .filter(([name, value]) => !technical.has(name) && !isEmpty(value))
    .map(([name, value]) => ({ label: labelOf(name), value: shownMember(name, value, id) }));
  return facts.length === 0 ? { is: 'empty' } : { is: 'facts', facts };
}

/** Shows HTML as a recipient sees it, counts steps from one, and names fields by their labels. */
function shownMember(name: string, value: unknown, id?: unknown): Shown {
  if (name === 'stepIndex' && typeof value === 'number') return shown(value + 1);
  // A number that is an identifier has no digit grouping.
  if (name === 'port' && typeof value === 'number') return { is: 'text', text: String(value) };
  if (name === 'fields' && Array.isArray(value)) return shown(value.map((one) => labelOf(String(one)).toLowerCase()));
  if (name === 'histogram' && Array.isArray(value)) return shownHistogram(value);
  if (name === 'bodyHtml') return shownMail(value);
  if (typeof value === 'string' && value !== '') {
    if (name === 'target' || name === 'field') return { is: 'text', text: labelOf(value.split('.').at(-1)!) };
    if (name === 'country') return { is: 'text', text: countryName(value) };
    if (name === 'language') return { is: 'text', text: languageName(value) };
    if (name === 'state' && !value.includes(' ')) return { is: 'state', text: value, kind: kindOf(id) };
    if (stateMembers.has(name)) return { is: 'state', text: value, kind: name };
    if (sentences.has(name)) return { is: isWord.test(value) ? 'text' : 'sentence', text: wordOrText(value) };
  }
  return shown(value);
}

/** True for a person, key, or client in the form that records use for actors. */
function isActor({ kind, name, ...rest }: Data): boolean {
  return actorKinds.includes(String(kind)) && typeof name === 'string' && Object.keys(rest).join() === 'id';
}

function wordOrText(text: string): string {
  return isWord.test(text) || isEventType(text) ? wordsOf(text) : text;
}

/** Counts per equal range from 0 to 100. */
function shownHistogram(counts: number[]): Shown {
  const width = 100 / counts.length;
  const bars = counts.map((count, index) => ({ label: `${index * width} to ${(index + 1) * width}`, count }));
  return { is: 'histogram', most: Math.max(1, ...counts), bars };
}

/** The mail as a recipient sees it, in a frame that runs and loads nothing. */
function shownMail(html: unknown): Shown {
  return { is: 'mail', text: String(html) };
}

function shownText(text: string): Shown {
  if (isTime.test(text)) return { is: 'time', at: text };
  if (isId.test(text)) {
    const [href, noun] = [pageOfId(text), typeOfId(text)?.noun];
    return href === undefined ? { is: 'code', text } : { is: 'link', href, text: noun ?? text, id: text };
  }
  if (text.length > longText || text.includes('\n')) return { is: 'long', text };
  return { is: 'text', text: wordOrText(text) };
}

function shownList(values: unknown[]): Shown {
  const areShort = values.every((value) => typeof value !== 'object');
  if (!areShort || values.some((value) => isId.test(String(value)))) return { is: 'list', items: values.map(shown) };
  const texts = values.map((value) => wordOrText(String(value)));
  return { is: 'text', text: texts.join(', ') };
}

/** Columns of the first records: short values other than their own IDs. */
function columnsOf(records: Data[]): string[] {
  const names = new Set(records.slice(0, 5).flatMap((record) => Object.keys(record)));
  const isShort = (name: string) => records.every((record) => !isRecord(record[name]) && !isLong(record[name]));
  return [...names].filter((name) => name !== 'id' && !technical.has(name) && isShort(name)).slice(0, columnsMax);
}

export function headOf(column: string): string {
  const parts = column.split('.');
  return labelOf(parts.length > 1 && ['name', 'value'].includes(parts.at(-1)!) ? parts.at(-2)! : parts.at(-1)!);
}

export function memberAt(record: Data, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => (isRecord(value) ? value[name] : undefined), record);
}

function isRecord(value: unknown): value is Data {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isLong(value: unknown): boolean {
  return Array.isArray(value) ? value.some((item) => typeof item === 'object') : String(value).length > longText;
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}
