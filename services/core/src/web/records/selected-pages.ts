import type { AnyAction, AnyWriteAction } from '../../actions/definition/define-action.ts';
import { closingStages } from '../../domain/contacts/contact.ts';
import { counted } from '../../domain/text/counted.ts';
import { AppError } from '../../errors/errors.ts';
import { sayNext, sayUndoable } from '../chain/flash.ts';
import { requireMember } from '../chain/load-visitor.ts';
import { fieldIn, formIn } from '../chain/read-form.ts';
import { requireRoleAtPage } from '../chain/require-role.ts';
import { safeNext } from '../chain/safe-next.ts';
import { actionHref } from '../do/action-link.ts';
import { refusalOf } from '../do/form-page.ts';
import { performAction } from '../do/perform-action.ts';
import { writeFormInput } from '../forms/write-form-input.ts';
import type { WebContext, WebDeps, WebRouter } from '../frame/web-deps.ts';
import { actionNamed } from '../shown/record-types.ts';
import { stateLook } from '../shown/states.ts';
import { whereIn } from './query/conditions.ts';
import type { RecordPage } from './record-page-kind.ts';
import { recordPages } from './record-pages.ts';

const selectedMax = 1_000;

/** Changes and operations of the bar of a list, for the selected rows. */
export function selectedPages(router: WebRouter, deps: WebDeps): void {
  router.post('/app/selected', requireMember, async (ctx) => withSelected(ctx));
  router.post('/app/selected/change', requireRoleAtPage('member'), (ctx) => changeSelected(ctx, deps));
}

interface Selected {
  page: RecordPage;
  back: string;
  /** Input of an operation: the IDs, or the condition of the list. */
  selection: Record<string, unknown>;
  isEmpty: boolean;
}

function selectedIn(ctx: WebContext): Selected {
  const form = formIn(ctx);
  const page = recordPages.find(({ path }) => path === fieldIn(ctx, 'page'));
  if (page?.idField === undefined) throw new AppError('not_found', 'There is no such page.');
  const back = safeNext(fieldIn(ctx, 'back') || page.path);
  const ids = form.getAll('id').slice(0, selectedMax);
  // Everything that matches, unless the person has deselected rows.
  const isAll =
    page.query?.change !== undefined && fieldIn(ctx, 'all') === '1' && ids.length >= Number(fieldIn(ctx, 'shown'));
  if (isAll) return { page, back, selection: { where: whereIn(form) }, isEmpty: false };
  return { page, back, selection: { [`${page.idField}s`]: ids }, isEmpty: ids.length === 0 };
}

/** Redirects to the operation with the selected records. */
function withSelected(ctx: WebContext): void {
  const { back, selection, isEmpty } = selectedIn(ctx);
  const action = actionNamed(fieldIn(ctx, 'action'));
  if (action === undefined) throw new AppError('not_found', 'There is no such page.');
  const fixed: Record<string, string> = 'where' in selection ? { fixed: 'where' } : {};
  ctx.redirect(isEmpty ? back : formHref(action, selection, fixed, back));
}

function formHref({ name, input }: AnyAction, given: object, more: Record<string, string>, back: string): string {
  return actionHref(name, { ...Object.fromEntries(writeFormInput(input, given, 'UTC')), ...more }, back);
}

/** Changes tags, lists, or the stage of the selected records immediately, with an undo. Some stages show their plan first. */
async function changeSelected(ctx: WebContext, deps: WebDeps): Promise<void> {
  const { page, back, selection, isEmpty } = selectedIn(ctx);
  const action = actionNamed(page.query?.change ?? '') as AnyWriteAction | undefined;
  if (action === undefined) throw new AppError('not_found', 'There is no such page.');
  try {
    const { change, said } = changeIn(ctx);
    if (isEmpty) throw new AppError('validation_failed', 'Select at least one row.');
    if (closingStages.some((stage) => stage === change.stage))
      return ctx.redirect(formHref(action, { ...selection, change }, { plan: 'yes' }, back));
    const { data } = await performAction(ctx, deps, action, { ...selection, change });
    const text = said(counted(Number(data.total), page.query!.record));
    await sayUndoable(ctx, deps, text, { action: 'undo_change', input: { changeSetId: data.changeSetId } });
  } catch (error) {
    sayNext(ctx, deps, refusalOf(error).problem ?? '');
  }
  ctx.redirect(back);
}

interface WantedChange {
  change: { addTags?: string[]; addToLists?: string[]; stage?: string };
  said: (people: string) => string;
}

/** The change of the button: `tag`, `list:lst_…`, or `stage:replied`. */
function changeIn(ctx: WebContext): WantedChange {
  const [kind, value = ''] = fieldIn(ctx, 'do').split(':');
  if (kind === 'list') return { change: { addToLists: [value] }, said: (people) => `Added ${people} to the list.` };
  if (kind === 'stage') {
    const { word } = stateLook(value, 'stage');
    return { change: { stage: value }, said: (people) => `Changed the stage of ${people} to ${word}.` };
  }
  const tag = fieldIn(ctx, 'tag').trim();
  if (tag === '') throw new AppError('validation_failed', 'Write the tag to add.');
  return { change: { addTags: [tag] }, said: (people) => `Added the tag “${tag}” to ${people}.` };
}
