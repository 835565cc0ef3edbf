import { Type } from 'typebox';
import type { ContactFacts } from '../../domain/contacts/contact.ts';
import type { RowWill } from '../../domain/contacts/imports/contact-row.ts';
import { columnRules } from '../../engine/contacts/bulk/import-batches.ts';
import { isKnownTo, planRows, type RowReading, toItem } from '../../engine/contacts/bulk/import-rows.ts';
import { type RawRow, UnreadableRow } from '../../engine/contacts/bulk/raw-row.ts';
import { readRows } from '../../engine/contacts/bulk/read-file.ts';
import { toOwnPerson } from '../../engine/prospects/own-rows.ts';
import { AppError } from '../../errors/errors.ts';
import type { RevealedPerson } from '../../providers/prospects/prospect-source.ts';
import { Input, Text } from '../../schema/schema.ts';
import {
  countOwnPeople,
  insertDataSet,
  newDataSetId,
  ownPeopleMax,
} from '../../store/prospects/own-directory-store.ts';
import { defineWrite } from '../definition/define-action.ts';
import { DataSetView, toDataSetView } from './data-set-view.ts';

const rowsMax = 10_000;
const problemsShown = 20;

export const importDataSet = defineWrite({
  name: 'import_data_set',
  title: 'Import a data set for searches',
  summary: 'Make a CSV of your own people searchable next to the directory.',
  description:
    'Stores a CSV of people (up to 10,000 rows) as your own data set. search_people and search_companies then ' +
    'find them as source own, and reveal_people turns them into contacts for free. The import alone creates ' +
    'no contacts; for that, use import_contacts. Columns are guessed from their names or given as ' +
    '"Column=field" (fields of create_contact). Industry, Employees, Technologies, Keywords, and Description ' +
    'describe the company. A dry run shows the mapping and the skipped rows.',
  method: 'post',
  path: '/search/data-sets',
  scope: 'search:write',
  effect: 'write',
  input: Input({
    name: Text(100, 'Name of the data set.'),
    content: Text(3_000_000, 'CSV with a header line.'),
    columns: Type.Optional(
      Type.Array(Text(300, 'Column=field; "-" ignores the column.'), {
        maxItems: 200,
        description: 'Target fields of columns.',
      }),
    ),
  }),
  output: DataSetView,
  statuses: [201],
  errors: ['limit_reached', 'malformed_request'],
  example: {
    name: 'Trade fair',
    content: 'First name,Last name,E-mail,Industry\nAda,Lovelace,ada@analytical.example,Software\n',
  },

  async plan({ name, content, columns }, ctx) {
    const read = await readPeople(content, columns);
    const { people, skipped, mapping } = read;
    if (people.length === 0) throw new AppError('validation_failed', 'No row can be used.', { field: 'content' });
    const stored = await countOwnPeople(ctx.workspaceId);
    if (stored + people.length > ownPeopleMax) {
      throw new AppError(
        'limit_reached',
        `A workspace stores at most ${ownPeopleMax} people in data sets. It has ${stored}.`,
      );
    }
    const effects = [{ op: 'create' as const, type: 'data_set', label: name, changes: { rows: people.length } }];
    const summary = `Would store ${people.length} people as ${name}.`;
    return { summary, effects, skipped, warnings: [], preview: { columns: mapping }, state: people };
  },

  async run({ name }, { state }, ctx) {
    const id = newDataSetId();
    const people = unique(state.map(({ facts, row }) => toOwnPerson(id, facts, row)));
    const facts = { id, name, rowCount: people.length, createdBy: ctx.actor.name, createdAt: ctx.now() };
    const dataSet = await insertDataSet(ctx.workspaceId, facts, people);
    return { status: 201, data: toDataSetView(dataSet), summary: `Stored ${people.length} people as ${name}.` };
  },
});

interface OwnRow {
  facts: ContactFacts;
  row: Record<string, unknown>;
}

async function* bytesOf(content: string): AsyncGenerator<Buffer> {
  yield Buffer.from(content);
}

async function readPeople(content: string, columns: string[] | undefined) {
  const reading = { rules: columnRules(columns), defaults: {}, fields: [] };
  const people: OwnRow[] = [];
  const skipped: { label: string; reason: string }[] = [];
  const rows = await readAll(content, reading);
  const plan = planRows(rows, reading, 'csv');
  for (const [index, row] of rows.entries()) {
    const item = toItem(row, index + 1, plan, reading);
    const reason = 'problem' in item ? item.problem.code : reasonToSkip(item.facts, item.will);
    if (reason === undefined && 'facts' in item && !(row instanceof UnreadableRow))
      people.push({ facts: item.facts, row });
    else if (skipped.length < problemsShown)
      skipped.push({ label: `row ${index + 1}`, reason: reason ?? 'unreadable' });
  }
  return { people, skipped, mapping: plan.mapping };
}

const unicode = { encoding: 'utf-8', isDamaged: false, isGuess: false } as const;

async function readAll(content: string, reading: RowReading): Promise<RawRow[]> {
  const rows: RawRow[] = [];
  for await (const row of readRows('csv', () => bytesOf(content), unicode, { isKnown: isKnownTo(reading) })) {
    if (rows.push(row) > rowsMax)
      throw new AppError('validation_failed', `More than ${rowsMax} rows.`, { field: 'content' });
  }
  return rows;
}

/** Skips people who opted out according to the file. */
function reasonToSkip({ firstName, lastName }: ContactFacts, will: RowWill = {}): string | undefined {
  if (will.isOptedOut || will.stage === 'not_interested') return 'opted_out';
  return firstName === undefined || lastName === undefined ? 'no_name' : undefined;
}

function unique(people: RevealedPerson[]): RevealedPerson[] {
  return [...new Map(people.map((person) => [person.id, person])).values()];
}
