import { Type } from 'typebox';
import { fileEncodings } from '../../../domain/contacts/imports/text-encoding.ts';
import { presets, registers } from '../../../domain/prospects/registers/registers.ts';
import { counted } from '../../../domain/text/counted.ts';
import { importFormats } from '../../../engine/contacts/bulk/read-file.ts';
import type { ActionContext } from '../../../engine/context/action-context.ts';
import { queueJob } from '../../../engine/jobs/queue-job.ts';
import {
  addedBlocks,
  addRows,
  indexBlock,
  numberRows,
  storeIndex,
} from '../../../engine/prospects/data-sets/data-set-import.ts';
import { type DataSetPreview, previewDataSet } from '../../../engine/prospects/data-sets/preview-data-set.ts';
import { takeIn } from '../../../engine/prospects/data-sets/take-in.ts';
import { AppError, notFound } from '../../../errors/errors.ts';
import { Id, Input, OneOf, Text } from '../../../schema/schema.ts';
import { giveUploadToJob } from '../../../store/jobs/upload-store.ts';
import {
  changeDataSet,
  countDataSets,
  type DataSet,
  dataSetsMax,
  findDataSet,
  insertDataSet,
  newDataSetId,
} from '../../../store/prospects/own/data-set-store.ts';
import { deleteRowsAt } from '../../../store/prospects/own/own-row-store.ts';
import { deleteReplaced, readReplaced } from '../../../store/prospects/own/row-index-store.ts';
import { defineWrite } from '../../definition/define-action.ts';
import { ImportedDataSet, toDataSetView } from './data-set-view.ts';

/** People and companies in all data sets of a workspace. */
const rowsMax = 10_000_000;
const shownMax = 20;
const fileBytesMax = 32 * 1024 ** 3;

export const importDataSet = defineWrite({
  name: 'import_data_set',
  title: 'Import a data set for searches',
  summary: 'Make a file of your own people or companies searchable.',
  description:
    'Stores people and companies as your own data set. search_people and search_companies then find them as ' +
    'source own, and reveal_people turns people into contacts for free. The import alone creates no contacts; ' +
    'for that, use import_contacts. Send a file of any size as the raw body (text/csv or application/x-ndjson; ' +
    'options in the query). Or send it by link (uploadId), or up to 10,000 rows as content. preset reads the ' +
    'published file of an open register. Otherwise columns are guessed from their names or given as "Column=field" ' +
    '(fields of create_contact); Industry, Employees, Technologies, Keywords, and Description describe the company. ' +
    'With dataSetId, rows replace those with the same external ID, and others are added. A file is imported by a ' +
    'job (202). Until it ends, and if it fails, searches find what they found before. A dry run shows the mapping.',
  method: 'post',
  path: '/search/data-sets',
  scope: 'search:write',
  effect: 'write',
  uploads: { types: ['text/csv', 'application/x-ndjson'], replaces: 'content', bytesMax: fileBytesMax },
  input: Input({
    name: Type.Optional(Text(100, 'Name of the data set. Required without dataSetId.')),
    dataSetId: Type.Optional(Id('dst', 'Data set to update, instead of a new one.')),
    content: Type.Optional(Text(3_000_000, 'The file as text, if it is not the raw body.')),
    uploadId: Type.Optional(Id('upl', 'A file that was sent to the url of create_upload.')),
    format: Type.Optional(OneOf(importFormats, { description: 'Format of content. A raw body uses its media type.' })),
    preset: Type.Optional(
      OneOf(presets, {
        description:
          'Open register whose published file this is: gleif (golden copy, level 1), companies_house (basic company ' +
          'data), or overture (places). Its license and date stay with every fact.',
      }),
    ),
    columns: Type.Optional(
      Type.Array(Text(300, 'Column=field; "-" ignores the column.'), {
        maxItems: 200,
        description: 'Target fields of columns.',
      }),
    ),
    encoding: Type.Optional(
      OneOf(fileEncodings, { default: 'auto', description: 'Character encoding of a raw body. Registers are UTF-8.' }),
    ),
  }),
  output: ImportedDataSet,
  statuses: [200, 201, 202],
  errors: ['limit_reached', 'malformed_request', 'not_found', 'invalid_state'],
  example: {
    name: 'Trade fair',
    content: 'First name,Last name,E-mail,Industry\nAda,Lovelace,ada@analytical.example,Software\n',
  },

  async plan(input, ctx) {
    const before = input.dataSetId === undefined ? null : await requireIdle(input.dataSetId, ctx);
    const name = input.name ?? before?.name;
    if (name === undefined) {
      throw new AppError('validation_failed', 'name is missing: a new data set needs one.', { field: 'name' });
    }
    const preset = input.preset ?? before?.preset ?? undefined;
    const id = before?.id ?? newDataSetId();
    const preview = await previewDataSet(id, { ...input, preset }, ctx);
    await requireRoom(preview.rows, before, ctx);
    const { people, companies, unused, mapping, rows, isWhole, upload } = preview;
    const parts = [
      counted(people.length, 'person'),
      ...(companies.length > 0 ? [counted(companies.length, 'company')] : []),
    ];
    const what = isWhole ? parts.join(' and ') : counted(rows, 'row');
    const stored = { rows: isWhole ? people.length + companies.length : rows };
    const changes = { ...stored, ...(preset && { preset }) };
    const effect = before === null ? { op: 'create' as const } : { op: 'update' as const, id: before.id };
    const started = { op: 'start' as const, type: 'job', label: `Import of ${counted(rows, 'row')}` };
    return {
      summary: `Would store ${what} as ${name}.`,
      effects: [{ ...effect, type: 'data_set', label: name, changes }, ...(upload ? [started] : [])],
      skipped: unused.slice(0, shownMax).map(({ item, reason }) => ({ label: `row ${item}`, reason: reason ?? '' })),
      warnings: preset === undefined ? [] : [`Source: ${registers[preset].title}, ${registers[preset].license}.`],
      preview: { columns: mapping },
      state: { before, id, name, preset, preview },
    };
  },

  async run(input, { state: { before, id, name, preset, preview } }, ctx) {
    const facts = { id, name, preset: preset ?? null, jobId: null, createdBy: ctx.actor.name, createdAt: ctx.now() };
    const dataSet = before ?? (await insertDataSet(ctx.workspaceId, facts));
    if (name !== dataSet.name) await changeDataSet(ctx.workspaceId, id, { name });
    if (preview.upload === undefined) return storeNow({ ...dataSet, name }, preview, before === null, ctx);
    const { upload, format, rows } = preview;
    const { columns, encoding } = input;
    const from = { person: dataSet.nextPerson, company: dataSet.nextCompany };
    const title = `Import of ${counted(rows, 'row')} as ${name}`;
    const job = { dataSetId: id, uploadId: upload.id, format, preset, columns, encoding, from };
    const started = await queueJob({ kind: 'import_data_set', title, input: job, total: rows }, ctx);
    await giveUploadToJob(ctx.workspaceId, upload.id, started.id);
    await changeDataSet(ctx.workspaceId, id, { jobId: started.id });
    const data = { ...toDataSetView({ ...dataSet, name, jobId: started.id }), dataSetId: id };
    return { status: 202, data, summary: `Started: ${title}. Follow it with get_job ${started.id}.` };
  },
});

async function requireIdle(dataSetId: string, { workspaceId }: ActionContext): Promise<DataSet> {
  const dataSet = await findDataSet(workspaceId, dataSetId);
  if (dataSet === null) throw notFound('data set', dataSetId);
  if (dataSet.jobId === null) return dataSet;
  const message = `The rows of ${dataSet.name} are changed by ${dataSet.jobId}: wait until it has ended.`;
  throw new AppError('invalid_state', message);
}

async function requireRoom(rows: number, before: DataSet | null, { workspaceId }: ActionContext): Promise<void> {
  const stored = await countDataSets(workspaceId);
  if (before === null && stored.dataSets >= dataSetsMax)
    throw new AppError(
      'limit_reached',
      `A workspace has at most ${dataSetsMax} data sets: delete one (delete_data_set).`,
    );
  if (stored.rows + rows <= rowsMax) return;
  const message = `A workspace stores at most ${rowsMax} people and companies in data sets. It has ${stored.rows}.`;
  throw new AppError('limit_reached', message);
}

/** Stores a text with few rows in the transaction of the request. */
async function storeNow(dataSet: DataSet, preview: DataSetPreview, isNew: boolean, ctx: ActionContext) {
  const { workspaceId, id, name } = dataSet;
  const from = { person: dataSet.nextPerson, company: dataSet.nextCompany };
  const rows = await numberRows(dataSet, preview, from);
  await addRows(workspaceId, id, rows);
  const added = { from, to: rows.next };
  const blocks = addedBlocks(id, added);
  for (const block of blocks) await storeIndex(workspaceId, await indexBlock(workspaceId, block));
  const counts = await takeIn(dataSet, added, { importedAt: ctx.now() });
  for (const block of blocks) {
    await deleteRowsAt(workspaceId, id, block.kind, await readReplaced(workspaceId, block, block.from));
    await deleteReplaced(workspaceId, block, block.from);
  }
  const stored = { ...dataSet, ...counts, isReady: true, importedAt: ctx.now() };
  const summary = `Stored ${counted(counts.rowCount, 'person')} and ${counted(counts.companyCount, 'company')} as ${name}.`;
  return {
    status: isNew ? (201 as const) : (200 as const),
    data: { ...toDataSetView(stored), dataSetId: id },
    summary,
  };
}
