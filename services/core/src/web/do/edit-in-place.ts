import { randomUUID } from 'node:crypto';
import type { AnyWriteAction } from '../../actions/definition/define-action.ts';
import { AppError } from '../../errors/errors.ts';
import { sayNext } from '../chain/flash.ts';
import { requireMember } from '../chain/load-visitor.ts';
import { fieldIn, formIn } from '../chain/read-form.ts';
import { changedInput } from '../forms/changed-input.ts';
import type { FormField } from '../forms/describe-form.ts';
import { readFormInput } from '../forms/read-form-input.ts';
import { writeFormInput } from '../forms/write-form-input.ts';
import type { WebContext, WebDeps, WebRouter } from '../frame/web-deps.ts';
import { forPeople } from '../shown/words.ts';
import { describeAction, refusalOf, zoneOfForms } from './form-page.ts';
import { performAction } from './perform-action.ts';

type Data = Record<string, unknown>;

/** Fields that are edited together because a page shows them together: field names by the part's name. */
type EditedParts = Record<string, readonly string[]>;

/** Kind of record to edit. The action's path and the page's path name a record by the same parameter. */
export interface EditedRecord {
  action: AnyWriteAction;
  idField: string;
  parts: EditedParts;
}

/** A part as the person left it, and why it was rejected. */
export interface RefusedPart {
  part: string;
  errors: Record<string, string>;
  problem?: string;
}

const changedMeanwhile =
  'Somebody has changed this meanwhile; the page shows how it is now. Save again to put your changes over it.';

interface PartForm {
  path: string;
  fields: FormField[];
  was: string;
  version: unknown;
  isOpen: boolean;
  problem?: string;
}

/** The form of each part, filled from the record. A rejected part keeps the submitted values. */
export async function formsOfParts(
  ctx: WebContext,
  deps: WebDeps,
  { action, idField, parts }: EditedRecord,
  record: Data,
  refused?: RefusedPart,
): Promise<Record<string, PartForm>> {
  const zone = zoneOfForms(ctx);
  const filled = writeFormInput(action.input, record, zone);
  const all = await describeAction(ctx, deps, action, { form: filled, fixed: [idField] });
  const values = readFormInput(action.input, filled, zone);
  const forms: Record<string, PartForm> = {};
  for (const [part, names] of Object.entries(parts)) {
    const isRefused = refused?.part === part;
    const sent = { form: formIn(ctx), fixed: [idField], errors: refused?.errors };
    const fields = isRefused ? await describeAction(ctx, deps, action, sent) : all;
    forms[part] = {
      path: `${ctx.path.split('/').slice(0, 4).join('/')}/edit/${part}`,
      fields: names.flatMap((name) => fields.find((field) => field.path === name) ?? []),
      was: isRefused ? fieldIn(ctx, '_was') : JSON.stringify(pick(values, names)),
      version: record.version,
      isOpen: isRefused,
      problem: isRefused ? refused.problem : undefined,
    };
  }
  return forms;
}

/** Adds a record's page and the saving of its parts. `show` renders the page, with the rejected part open. */
export function editablePage(
  router: WebRouter,
  deps: WebDeps,
  edited: EditedRecord,
  show: (ctx: WebContext, deps: WebDeps, refused?: RefusedPart) => Promise<void>,
): void {
  const path = `/app/${edited.action.path.split('/')[1]}/:${edited.idField}`;
  router.get(path, requireMember, (ctx) => show(ctx, deps));
  router.post(`${path}/edit/:part`, requireMember, async (ctx) => {
    const refused = await savePart(ctx, deps, edited, ctx.params.part!);
    if (refused === undefined) return ctx.redirect(ctx.path.slice(0, ctx.path.lastIndexOf('/edit/')));
    ctx.status = 422;
    await show(ctx, deps, refused);
  });
}

/** Saves the person's changes if the record is still as they saw it. Undefined on success. */
export async function savePart(
  ctx: WebContext,
  deps: WebDeps,
  { action, idField, parts }: EditedRecord,
  part: string,
): Promise<RefusedPart | undefined> {
  const names = parts[part];
  if (names === undefined) throw new AppError('not_found', 'There is no such page.');
  try {
    const sent = pick(readFormInput(action.input, formIn(ctx), zoneOfForms(ctx)), names);
    const changes = changedInput(action.input, pick(wasIn(ctx), names), sent);
    if (Object.keys(changes).length === 0) return undefined;
    const facts = { idempotencyKey: randomUUID(), expectedVersion: Number(fieldIn(ctx, '_version')) || undefined };
    const { summary } = await performAction(ctx, deps, action, { [idField]: ctx.params[idField]!, ...changes }, facts);
    sayNext(ctx, deps, forPeople(summary));
    return undefined;
  } catch (error) {
    const isLate = error instanceof AppError && error.code === 'version_conflict';
    return { part, ...refusalOf(error), ...(isLate && { problem: changedMeanwhile }) };
  }
}

function wasIn(ctx: WebContext): Data {
  try {
    return JSON.parse(fieldIn(ctx, '_was')) as Data;
  } catch {
    return {};
  }
}

function pick(values: Data, names: readonly string[]): Data {
  return Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)));
}
