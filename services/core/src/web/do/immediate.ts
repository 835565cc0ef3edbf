import { type AnyAction, type AnyWriteAction, pathParametersOf } from '../../actions/definition/define-action.ts';
import type { Undo } from '../chain/flash.ts';
import { formerInput } from '../forms/changed-input.ts';
import type { WebContext, WebDeps } from '../frame/web-deps.ts';
import { actionNamed } from '../shown/record-types.ts';
import { planAction } from './perform-action.ts';
import { asCreated, recordInList } from './record-in-list.ts';
import { runReadNamed } from './run-read.ts';

type Data = Record<string, unknown>;

/** An operation that ran. */
export interface Done {
  input: Data;
  data: Data;
  /** The record before: the result of `keep`, or the values with which the form was filled. */
  before?: Data;
}

interface Immediate {
  /** Reverts the operation. */
  undo?: (done: Done) => Undo | undefined;
  /** Reads what an undo needs, before the operation runs. */
  keep?: (ctx: WebContext, deps: WebDeps, input: Data) => Promise<Data | undefined>;
  /** Inputs that run immediately. All of them without it. */
  isFor?: (input: Data) => boolean;
  /** True if it never shows a plan, because its undo brings everything back, or because the stopped work can be resumed. */
  isAlways?: true;
}

const isAlways = true;
const fromTrash: Immediate = { undo: ({ data }) => ({ action: 'restore_record', input: { deletedId: data.id } }) };
const changeSet: Immediate = { undo: ({ data }) => ofChangeSet(data) };

function recreated(list: string, create: string, idField: string): Immediate {
  return {
    isAlways,
    keep: (ctx, deps, input) => recordInList(ctx, deps, list, String(input[idField])),
    undo: ({ before }) => before && { action: create, input: asCreated(create, before) },
  };
}

/** A new record is deleted again, unless it was changed meanwhile. */
function deleted(action: string, idField: string): Immediate {
  return { undo: ({ data }) => ({ action, input: { [idField]: data.id }, version: versionIn(data) }) };
}

/** A changed record gets the values back that its form was filled with. */
function changedBack(name: string): Immediate {
  return {
    undo({ input, data, before }) {
      const action = actionNamed(name) as AnyWriteAction;
      if (before === undefined) return undefined;
      const ids = pathParametersOf(action).map((field) => [field, input[field]] as const);
      const changes = Object.fromEntries(Object.entries(input).filter(([field]) => !ids.some(([id]) => id === field)));
      const former = { ...Object.fromEntries(ids), ...formerInput(action.input, before, changes) };
      return { action: name, input: former, version: versionIn(data) };
    },
  };
}

/** One field of a record gets its former value back. */
function fieldBack(name: string, get: string, idField: string, field: string): Immediate {
  return {
    keep: async (ctx, deps, input) => (await runReadNamed(ctx, deps, get, { [idField]: input[idField] })).data as Data,
    undo: ({ input, data, before }) =>
      before && { action: name, input: { ...input, [field]: before[field] }, version: versionIn(data) },
  };
}

/** Only the records that got, or lost, the one tag or place in a list change back. */
function marksBack(opposite: string, idsField: string): Immediate {
  return {
    isFor: ({ tags, [idsField]: ids }) => (!Array.isArray(tags) || tags.length === 1) && ids !== undefined,
    undo({ input, data }) {
      const results = (data.results ?? []) as { id: string; outcome: string }[];
      const ids = results.filter(({ outcome }) => outcome !== 'skipped').map(({ id }) => id);
      return ids.length === 0 ? undefined : { action: opposite, input: { ...input, [idsField]: ids } };
    },
  };
}

/**
 * Operations that run with one click or with the button of their form, because they can be undone or only stop
 * something. Resuming is the undo of a pause, and asks.
 */
const immediate: Readonly<Record<string, Immediate>> = {
  pause_campaign: { isAlways },
  archive_campaign: { isAlways },
  pause_enrollment: { isAlways },
  pause_mailbox: { isAlways, undo: ({ input }) => ({ action: 'resume_mailbox', input }) },
  restore_record: {},
  delete_contact: fromTrash,
  delete_company: fromTrash,
  delete_contacts: changeSet,
  delete_companies: changeSet,
  merge_contacts: changeSet,
  merge_companies: changeSet,
  delete_view: recreated('list_views', 'create_view', 'viewId'),
  delete_template: recreated('list_templates', 'create_template', 'templateId'),
  delete_snippet: recreated('list_snippets', 'create_snippet', 'snippetId'),
  create_view: deleted('delete_view', 'viewId'),
  create_template: deleted('delete_template', 'templateId'),
  create_snippet: deleted('delete_snippet', 'snippetId'),
  create_tag: deleted('delete_tag', 'tagId'),
  create_list: deleted('delete_list', 'listId'),
  create_custom_field: deleted('delete_custom_field', 'customFieldId'),
  create_target_profile: deleted('delete_target_profile', 'profileId'),
  create_contact: { undo: ({ data }) => ({ action: 'delete_contact', input: { contactId: data.id } }) },
  create_company: { undo: ({ data }) => ({ action: 'delete_company', input: { companyId: data.id } }) },
  update_view: changedBack('update_view'),
  update_template: changedBack('update_template'),
  update_snippet: changedBack('update_snippet'),
  update_tag: changedBack('update_tag'),
  update_list: changedBack('update_list'),
  update_custom_field: changedBack('update_custom_field'),
  update_target_profile: changedBack('update_target_profile'),
  update_contact: changedBack('update_contact'),
  update_company: changedBack('update_company'),
  // Passwords of servers are not shown, so they cannot come back.
  update_mailbox: {
    ...changedBack('update_mailbox'),
    isFor: ({ smtp, imap }) => smtp === undefined && imap === undefined,
  },
  update_webhook: changedBack('update_webhook'),
  set_contact_stage: fieldBack('set_contact_stage', 'get_contact', 'contactId', 'stage'),
  postpone_task: fieldBack('postpone_task', 'get_task', 'taskId', 'dueAt'),
  tag_contacts: marksBack('untag_contacts', 'contactIds'),
  untag_contacts: marksBack('tag_contacts', 'contactIds'),
  tag_companies: marksBack('untag_companies', 'companyIds'),
  untag_companies: marksBack('tag_companies', 'companyIds'),
  add_to_list: marksBack('remove_from_list', 'contactIds'),
  remove_from_list: marksBack('add_to_list', 'contactIds'),
};

export function isImmediate(name: string): boolean {
  return Object.hasOwn(immediate, name);
}

/** True if a click runs the operation, because its form would have no fields. */
export function isOneClick(action: AnyAction): boolean {
  const fields = Object.keys(action.input.properties).filter((field) => !pathParametersOf(action).includes(field));
  return isImmediate(action.name) && fields.length === 0;
}

/** True for an effect that no undo takes back. */
function isLasting({ op, type }: { op: string; type: string }): boolean {
  return op === 'stop' || op === 'cancel' || type === 'message' || type === 'enrollment';
}

/**
 * True if this input runs immediately. The plan is shown first if the input costs or sends something, needs a person or
 * an approval, ends sequences, or causes a warning.
 */
export async function runsNow(
  ctx: WebContext,
  deps: WebDeps,
  action: AnyWriteAction,
  { input, version }: { input: Data; version?: number },
): Promise<boolean> {
  const own = immediate[action.name];
  if (own?.isAlways) return true;
  if (own === undefined || own.isFor?.(input) === false) return false;
  const plan = await planAction(ctx, deps, action, structuredClone(input), { expectedVersion: version });
  const asks = plan.needsPerson !== undefined || plan.approval.isRequired || plan.cost > 0 || plan.recipients > 0;
  return !asks && plan.warnings.length === 0 && !plan.effects.some(isLasting);
}

/** Reads what an undo of the operation needs. `was` is what its form was filled with. */
export function keptBefore(
  ctx: WebContext,
  deps: WebDeps,
  { name }: AnyWriteAction,
  { input, was }: { input: Data; was?: Data },
): Promise<Data | undefined> {
  return immediate[name]?.keep?.(ctx, deps, input) ?? Promise.resolve(was);
}

/** How the operation can be undone. A change that is kept as a change set can be undone as a whole. */
export function undoOf({ name }: AnyWriteAction, done: Done): Undo | undefined {
  return immediate[name]?.undo?.(done) ?? ofChangeSet(done.data);
}

function ofChangeSet({ changeSetId }: Data): Undo | undefined {
  return typeof changeSetId === 'string' ? { action: 'undo_change', input: { changeSetId } } : undefined;
}

function versionIn({ version }: Data): number | undefined {
  return typeof version === 'number' ? version : undefined;
}
