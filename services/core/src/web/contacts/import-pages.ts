import { randomUUID } from 'node:crypto';
import { importContacts } from '../../actions/contacts/bulk/import-contacts.ts';
import { listLists } from '../../actions/lists/list-lists.ts';
import { declaredBases } from '../../domain/contacts/contact.ts';
import { columnTargets } from '../../domain/contacts/imports/column-guess.ts';
import { given } from '../../domain/values/given.ts';
import type { ShownColumn } from '../../engine/contacts/bulk/import-batches.ts';
import { existingRules } from '../../engine/contacts/bulk/plan-upserts.ts';
import type { RowProblem } from '../../engine/contacts/bulk/preview-import.ts';
import { columnsOfUpload } from '../../engine/contacts/imports/columns-of-upload.ts';
import { customFieldsOf } from '../../engine/fields/custom-fields.ts';
import { findFormFile, keepFormFile } from '../../engine/messages/form-file.ts';
import { AppError } from '../../errors/errors.ts';
import type { UploadRecord } from '../../store/jobs/upload-store.ts';
import { memberIn, requireMember } from '../chain/load-visitor.ts';
import { fieldIn, formIn } from '../chain/read-form.ts';
import { requireRoleAtPage } from '../chain/require-role.ts';
import { refusalOf } from '../do/form-page.ts';
import { performAction, planAction, readAction } from '../do/perform-action.ts';
import { renderPage } from '../frame/render-page.ts';
import type { WebContext, WebDeps, WebRouter } from '../frame/web-deps.ts';
import { labelOf } from '../shown/words.ts';

const path = '/app/import';
const listsMax = 100;

/** Import of contacts: choose a file, check and change what its columns become, and start the job. */
export function importPages(router: WebRouter, deps: WebDeps): void {
  router.get(path, requireMember, (ctx) => renderPage(ctx, 'import'));
  router.post(path, requireRoleAtPage('member'), (ctx) => takeFile(ctx, deps));
  router.get(`${path}/:uploadId`, requireMember, (ctx) => showGuess(ctx, deps));
  router.post(`${path}/:uploadId`, requireRoleAtPage('member'), (ctx) => takeColumns(ctx, deps));
}

/** Choices of the person on the page. */
interface Chosen {
  columns: string[];
  onExisting?: string;
  declaredBasis?: string;
  listId?: string;
  tags: string[];
  sourceDetail?: string;
}

async function takeFile(ctx: WebContext, deps: WebDeps): Promise<void> {
  const { file } = ctx.state;
  if (file === undefined) {
    ctx.status = 422;
    return renderPage(ctx, 'import', { problem: 'Choose a file.' });
  }
  const { id } = await keepFormFile(memberIn(ctx).workspace.id, file, deps.now());
  ctx.redirect(`${path}/${id}`);
}

/** Shows the columns as they are guessed. The plan is that of the form, so that it can be confirmed as it is. */
async function showGuess(ctx: WebContext, deps: WebDeps): Promise<void> {
  const guessed = await columnsOfUpload(await uploadAt(ctx), [], memberIn(ctx).workspace.id);
  const form = new URLSearchParams({ onExisting: existingRules[0] });
  for (const column of guessed) {
    form.append('column', column.column);
    form.append('field', choiceOf(column));
  }
  await showColumns(ctx, deps, chosenIn(form));
}

/** Shows the columns again with their outcome, or starts the import exactly as it was shown. */
async function takeColumns(ctx: WebContext, deps: WebDeps): Promise<void> {
  const chosen = chosenIn(formIn(ctx));
  if (fieldIn(ctx, 'do') !== 'import') return showColumns(ctx, deps, chosen);
  const upload = await uploadAt(ctx);
  try {
    const once = { digest: fieldIn(ctx, 'digest'), idempotencyKey: fieldIn(ctx, 'key'), upload };
    const { data } = await performAction(ctx, deps, importContacts, inputOf(chosen), once);
    ctx.redirect(`/app/jobs/${String(data.id)}`);
  } catch (error) {
    ctx.status = error instanceof AppError ? error.status : 422;
    await showColumns(ctx, deps, chosen, refusalOf(error).problem);
  }
}

function chosenIn(form: URLSearchParams): Chosen {
  const fields = form.getAll('field');
  const rules = form.getAll('column').map((column, index) => [column, fields[index] ?? ''] as const);
  const named = (name: string) => form.get(name)?.trim() || undefined;
  return {
    columns: rules.flatMap(([column, field]) => (column === '' || field === '' ? [] : [`${column}=${field}`])),
    tags: (named('tags') ?? '').split(',').flatMap((tag) => tag.trim() || []),
    ...given({
      onExisting: named('onExisting'),
      declaredBasis: named('declaredBasis'),
      listId: named('listId'),
      sourceDetail: named('sourceDetail'),
    }),
  };
}

function inputOf({ columns, tags, ...options }: Chosen): Record<string, unknown> {
  return { ...(columns.length > 0 && { columns }), ...(tags.length > 0 && { tags }), ...options };
}

async function uploadAt(ctx: WebContext): Promise<UploadRecord> {
  const upload = await findFormFile(memberIn(ctx).workspace.id, ctx.params.uploadId);
  if (upload === undefined) throw new AppError('not_found', 'This file is no longer kept. Choose it again.');
  return upload;
}

async function showColumns(ctx: WebContext, deps: WebDeps, chosen: Chosen, problem?: string): Promise<void> {
  const upload = await uploadAt(ctx);
  const { workspace } = memberIn(ctx);
  const { plan, refusal } = await planOf(ctx, deps, chosen, upload);
  const columns = await columnsOfUpload(upload, chosen.columns, workspace.id);
  const lists = await readAction(ctx, deps, listLists, { memberType: 'contact', kind: 'static', limit: listsMax });
  const custom = await customFieldsOf('contact', { workspaceId: workspace.id });
  await renderPage(ctx, 'import-columns', {
    here: `${path}/${upload.id}`,
    problem,
    refusal,
    chosen: { ...chosen, tags: chosen.tags.join(', ') },
    columns: columns.map((column) => ({ ...column, choice: choiceOf(column) })),
    targets: [...columnTargets.map((value) => ({ value, text: labelOf(value) }))].toSorted((one, other) =>
      one.text.localeCompare(other.text),
    ),
    custom: custom.map(({ key, label }) => ({ value: `customFields.${key}`, text: label })),
    lists,
    bases: declaredBases.map((value) => ({ value, text: labelOf(value) })),
    existing: existingRules.map((value) => ({ value, text: labelOf(value) })),
    plan,
    key: randomUUID(),
  });
}

/** '-' leaves a column out. '' asks the person, because the column looks like an opt-out. */
function choiceOf({ target, question }: ShownColumn): string {
  if (target !== null) return target;
  return question === undefined ? '-' : '';
}

interface Preview {
  sample: Record<string, unknown>[];
  problems: RowProblem[];
  notes: RowProblem[];
  counts?: { created: number; updated: number };
}

/** Outcome of the import as chosen, or the reason why it cannot run. */
async function planOf(ctx: WebContext, deps: WebDeps, chosen: Chosen, upload: UploadRecord) {
  try {
    const plan = await planAction(ctx, deps, importContacts, inputOf(chosen), { upload });
    const { problems, notes, counts } = plan.preview as Preview;
    return {
      plan: {
        digest: plan.planDigest,
        summary: plan.summary,
        warnings: plan.warnings,
        // A long file is counted by the job.
        changesSomething: counts === undefined || counts.created + counts.updated > 0,
        problems: grouped(problems),
        notes: grouped(notes),
      },
    };
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error;
    return { refusal: refusalOf(error).problem };
  }
}

interface ProblemGroup {
  field: string | null;
  message: string;
  rows: number[];
}

/** Problems of one kind in one line, with their rows. */
function grouped(problems: readonly RowProblem[]): ProblemGroup[] {
  const groups = Map.groupBy(problems, ({ code, field }) => `${code} ${field}`);
  return [...groups.values()].map((alike) => ({
    field: alike[0]!.field && labelOf(alike[0]!.field),
    message: alike[0]!.message,
    rows: alike.map(({ row }) => row),
  }));
}
