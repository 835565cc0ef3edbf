import type { ContactFacts } from '../../../domain/contacts/contact.ts';
import type { ColumnMapping } from '../../../domain/contacts/imports/column-guess.ts';
import { type RowWill, rowToFacts } from '../../../domain/contacts/imports/contact-row.ts';
import type { FileEncoding } from '../../../domain/contacts/imports/text-encoding.ts';
import { type Preset, registers } from '../../../domain/prospects/registers/registers.ts';
import type { NewJobResult } from '../../../store/jobs/job-result-store.ts';
import { itemBatches, openFile } from '../../contacts/bulk/import-batches.ts';
import type { RowPlan } from '../../contacts/bulk/import-rows.ts';
import type { UpsertItem } from '../../contacts/bulk/plan-upserts.ts';
import type { ImportFormat } from '../../contacts/bulk/read-file.ts';
import type { ActionContext } from '../../context/action-context.ts';
import type { KeyedCompany, KeyedPerson } from './data-set-import.ts';
import { type BytesFrom, type FilePlace, registerLines, startOfFile } from './read-register.ts';
import { toOwnCompany, toOwnPerson, toRegisteredCompany } from './row-facts.ts';

/** Next rows of a file. */
export interface RowBatch {
  people: KeyedPerson[];
  companies: KeyedCompany[];
  /** Rows that are not stored. `item`: number below the header. */
  unused: NewJobResult[];
  /** Closed companies of a register. There can be millions, so they are counted alone. */
  inactive: number;
  end: FilePlace;
  mapping: ColumnMapping[];
}

export interface DataSetFile {
  dataSetId: string;
  format: ImportFormat;
  preset?: Preset;
  columns?: string[];
  encoding?: FileEncoding | 'auto';
}

const batchRows = 1_000;

/** Rows of a file behind a place of it, in batches that are stored together. */
export function readBatches(
  open: BytesFrom,
  file: DataSetFile,
  ctx: ActionContext,
  from = startOfFile,
): AsyncGenerator<RowBatch> {
  return file.preset === undefined ? ownBatches(open, file, ctx, from) : registerBatches(open, file, file.preset, from);
}

function emptyBatch(end: FilePlace, mapping: ColumnMapping[] = []): RowBatch {
  return { people: [], companies: [], unused: [], inactive: 0, end, mapping };
}

async function* registerBatches(
  open: BytesFrom,
  { dataSetId, format }: DataSetFile,
  preset: Preset,
  from: FilePlace,
): AsyncGenerator<RowBatch> {
  const register = registers[preset];
  let batch = emptyBatch(from);
  for await (const { cells, end } of registerLines(open, format, register, from)) {
    batch.end = end;
    const row = cells === null ? null : register.read(cells);
    if (row !== null && 'company' in row) {
      batch.companies.push({ key: row.company.externalId, facts: toRegisteredCompany(dataSetId, row.company) });
    } else if (row !== null && 'reason' in row) batch.inactive += 1;
    else batch.unused.push(unusable(end.rows, row?.missing ?? null));
    if (batch.companies.length + batch.inactive + batch.unused.length < batchRows) continue;
    yield batch;
    batch = emptyBatch(end);
  }
  if (batch.companies.length + batch.inactive + batch.unused.length > 0) yield batch;
}

function unusable(item: number, column: string | null): NewJobResult {
  const message =
    column === null ? 'The row does not have the columns of the header.' : `${column} has no usable value.`;
  return { item, outcome: 'failed', reason: 'validation_failed', field: column, message };
}

async function* ownBatches(
  open: BytesFrom,
  { dataSetId, format, columns, encoding }: DataSetFile,
  ctx: ActionContext,
  from: FilePlace,
): AsyncGenerator<RowBatch> {
  const file = await openFile(format, () => open(0), { columns, encoding }, ctx);
  for await (const { items, rows, plan, columns: mapping } of itemBatches(file, from.rows)) {
    const batch = emptyBatch({ bytes: 0, rows }, mapping);
    for (const item of items) place(item, plan, dataSetId, batch);
    yield batch;
  }
}

function place(item: UpsertItem, plan: RowPlan | undefined, dataSetId: string, batch: RowBatch): void {
  const { cells = {}, will } = item;
  const facts = 'facts' in item ? item.facts : companyFacts(cells, plan);
  if (facts === undefined) {
    if ('problem' in item) batch.unused.push({ item: item.item, outcome: 'failed', ...reasonOf(item.problem) });
    return;
  }
  const reason = reasonToSkip(facts, will);
  if (reason !== undefined) {
    batch.unused.push({ item: item.item, outcome: 'skipped', reason });
    return;
  }
  const person = isCompany(facts) ? null : toOwnPerson(dataSetId, facts, cells);
  const company = person === null ? toOwnCompany(facts, cells) : null;
  if (person !== null) batch.people.push({ key: person.id, facts: person });
  else if (company !== null) batch.companies.push({ key: facts.externalId ?? company.id, facts: company });
}

function reasonOf({ code, field, message }: { code: string; field: string | null; message: string }) {
  return { reason: code, field, message };
}

function isCompany({ firstName, lastName, email, companyName, companyDomain }: Partial<ContactFacts>): boolean {
  return (
    firstName === undefined && lastName === undefined && email === undefined && Boolean(companyName ?? companyDomain)
  );
}

/** A row about a company has no facts of a contact. Undefined for other rows. */
function companyFacts(cells: Record<string, unknown>, plan: RowPlan | undefined): ContactFacts | undefined {
  if (plan === undefined) return undefined;
  const read = plan.mapping.map(({ column, target }) => ({ column, target, value: cells[column] }));
  const facts = rowToFacts(read, { isSheet: plan.format === 'csv', isOwn: plan.isOwn }).facts as ContactFacts;
  return isCompany(facts) ? facts : undefined;
}

/** Skips people who opted out according to the file. */
function reasonToSkip(facts: ContactFacts, will: RowWill = {}): string | undefined {
  if (will.isOptedOut || will.stage === 'not_interested') return 'opted_out';
  return isCompany(facts) || (facts.firstName && facts.lastName) ? undefined : 'no_name';
}
