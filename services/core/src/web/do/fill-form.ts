import type { AnyAction, AnyWriteAction } from '../../actions/definition/define-action.ts';
import { isRead, pathParametersOf } from '../../actions/definition/define-action.ts';
import { actions } from '../../actions/index.ts';
import { digestOf } from '../../domain/values/canonical-json.ts';
import { keepFormFile } from '../../engine/messages/form-file.ts';
import { memberIn } from '../chain/load-visitor.ts';
import { formIn } from '../chain/read-form.ts';
import { safeNext } from '../chain/safe-next.ts';
import { changedInput } from '../forms/changed-input.ts';
import { withRowAdded, withRowRemoved } from '../forms/form-rows.ts';
import { readFormInput } from '../forms/read-form-input.ts';
import { writeFormInput } from '../forms/write-form-input.ts';
import type { WebContext, WebDeps } from '../frame/web-deps.ts';
import { showResult } from './confirm-wish.ts';
import { describeAction, fixedBy, type OperationFormState, showForm, zoneOfForms } from './form-page.ts';
import { isImmediate } from './immediate.ts';
import { recordInList } from './record-in-list.ts';
import { runForm } from './run-form.ts';
import { runReadNamed } from './run-read.ts';
import type { SealedWish } from './sealed-wish.ts';
import { showPlan } from './show-plan.ts';

type Data = Record<string, unknown>;

/**
 * Shows the form, empty or filled from the record. Goes directly to the plan if nothing is left to fill in or `plan` is
 * requested.
 */
export async function fillForm(ctx: WebContext, deps: WebDeps, action: AnyWriteAction): Promise<void> {
  const query = new URLSearchParams(ctx.querystring);
  const back = safeNext(query.get('back') ?? '/app/commands');
  const fixed = fixedBy(action, query);
  const record = await recordBehind(ctx, deps, action, query);
  const form = record === undefined ? query : merged(writeFormInput(action.input, record, zoneOfForms(ctx)), query);
  const was = record && readFormInput(action.input, form, zoneOfForms(ctx));
  for (const name of fixed) if (was) delete was[name];
  const state: OperationFormState = { form, fixed, was, version: versionOf(action, record), back };
  const fields = await describeAction(ctx, deps, action, state);
  const isLeft = fields.length > 0 || action.uploads !== undefined;
  if (isLeft && !query.has('plan')) return showForm(ctx, deps, action, state);
  await showPlan(ctx, deps, action, state, { input: inputOf(ctx, action, state), back });
}

/** Handles the submitted form: adds or removes a row, or shows the plan of the input. */
export async function takeForm(ctx: WebContext, deps: WebDeps, action: AnyWriteAction): Promise<void> {
  const form = formIn(ctx);
  const version = Number(form.get('_version') || Number.NaN);
  const state: OperationFormState = {
    form,
    fixed: form.getAll('_fixed'),
    was: wasIn(form),
    version: Number.isNaN(version) ? undefined : version,
    back: safeNext(form.get('_back')),
  };
  const [add, remove] = [form.get('_add'), form.get('_remove')];
  if (add !== null) return showForm(ctx, deps, action, { ...state, form: withRowAdded(form, add) });
  if (remove !== null) return showForm(ctx, deps, action, { ...state, form: withRowRemoved(form, remove) });
  const { file } = ctx.state;
  const isTaken = file !== undefined && action.uploads !== undefined;
  const upload = isTaken ? await keepFormFile(memberIn(ctx).workspace.id, file, deps.now()) : undefined;
  const input = inputOf(ctx, action, state);
  if (upload !== undefined) delete input[action.uploads!.replaces];
  const wish: SealedWish = { input, version: state.version, uploadId: upload?.id, back: state.back };
  if (isImmediate(action.name) && !upload) {
    const key = `${form.get('_key')} ${digestOf(input)}`;
    const ran = await runForm(ctx, deps, action, { input, version: state.version, key, was: state.was });
    if (ran !== undefined) return showResult(ctx, deps, action, { back: state.back, ...ran });
  }
  await showPlan(ctx, deps, action, state, wish);
}

function inputOf(ctx: WebContext, action: AnyWriteAction, { form, was }: OperationFormState): Data {
  const input = readFormInput(action.input, form, zoneOfForms(ctx));
  return was === undefined ? input : changedInput(action.input, was, input);
}

function wasIn(form: URLSearchParams): Data | undefined {
  const text = form.get('_was');
  try {
    return text ? (JSON.parse(text) as Data) : undefined;
  } catch {
    return undefined;
  }
}

/** A change starts from the record's current values, as the `get` of the same path returns them, or else its list. */
async function recordBehind(
  ctx: WebContext,
  deps: WebDeps,
  action: AnyWriteAction,
  query: URLSearchParams,
): Promise<Data | undefined> {
  const ids = pathParametersOf(action).map((name) => [name, query.get(name) ?? ''] as const);
  if (action.method !== 'patch' || ids.some(([, id]) => id === '')) return undefined;
  const source = readAt(action.path);
  if (source !== undefined) return (await runReadNamed(ctx, deps, source.name, Object.fromEntries(ids))).data as Data;
  const list = action.path.endsWith('}') ? readAt(action.path.slice(0, action.path.lastIndexOf('/'))) : undefined;
  return list && recordInList(ctx, deps, list.name, ids[0]![1]);
}

function readAt(path: string): AnyAction | undefined {
  return actions.find((one) => one.path === path && one.method === 'get' && isRead(one));
}

function versionOf(action: AnyWriteAction, record: Data | undefined): number | undefined {
  return action.errors.includes('version_conflict') && typeof record?.version === 'number' ? record.version : undefined;
}

function merged(form: URLSearchParams, over: URLSearchParams): URLSearchParams {
  for (const name of new Set(over.keys())) form.delete(name);
  for (const [name, value] of over) form.append(name, value);
  return form;
}
