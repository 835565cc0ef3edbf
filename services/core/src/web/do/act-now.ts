import type { AnyWriteAction } from '../../actions/definition/define-action.ts';
import { AppError } from '../../errors/errors.ts';
import { sayNext, type Undo } from '../chain/flash.ts';
import { requireMember } from '../chain/load-visitor.ts';
import { fieldIn } from '../chain/read-form.ts';
import { safeNext } from '../chain/safe-next.ts';
import { readFormInput } from '../forms/read-form-input.ts';
import type { WebContext, WebDeps, WebRouter } from '../frame/web-deps.ts';
import { actionNamed } from '../shown/record-types.ts';
import { forPeople } from '../shown/words.ts';
import { refusalOf, zoneOfForms } from './form-page.ts';
import { performAction } from './perform-action.ts';
import { recordsAsCreated } from './recreate.ts';
import { standing } from './standing.ts';

type Data = Record<string, unknown>;

interface Immediate {
  /** Reverts the operation. `before` is what `keep` returned. */
  undo?: (done: Data, before: Data | undefined) => Undo | undefined;
  /** Reads what an undo needs, before it is deleted. */
  keep?: (ctx: WebContext, deps: WebDeps, input: Data) => Promise<Data | undefined>;
}

const toTrash: Immediate = { undo: ({ id }) => ({ action: 'restore_record', input: { deletedId: id } }) };

function recreated(list: string, create: string, idField: string): Immediate {
  return {
    keep: (ctx, deps, input) => recordsAsCreated(ctx, deps, { list, create, id: String(input[idField]) }),
    undo: (_done, before) => before && { action: create, input: before },
  };
}

/**
 * Operations that run with one click, because they can be undone or only stop something. Resuming is the undo of a
 * pause, and asks.
 */
const immediate: Readonly<Record<string, Immediate>> = {
  pause_campaign: {},
  archive_campaign: {},
  delete_contact: toTrash,
  delete_company: toTrash,
  delete_view: recreated('list_views', 'create_view', 'viewId'),
  delete_template: recreated('list_templates', 'create_template', 'templateId'),
  delete_snippet: recreated('list_snippets', 'create_snippet', 'snippetId'),
};

export function isImmediate(name: string): boolean {
  return Object.hasOwn(immediate, name);
}

/** Runs an immediate operation. `href` is the address of its form, which other operations would open. */
export function immediateRoute(router: WebRouter, deps: WebDeps): void {
  router.post('/app/now', requireMember, (ctx) => actNow(ctx, deps));
}

async function actNow(ctx: WebContext, deps: WebDeps): Promise<void> {
  const { pathname, searchParams } = new URL(fieldIn(ctx, 'href'), 'http://page');
  const name = pathname.replace('/app/do/', '');
  const action = isImmediate(name) ? (actionNamed(name) as AnyWriteAction) : undefined;
  if (action === undefined) throw new AppError('not_found', 'There is no such page.');
  const back = safeNext(searchParams.get('back'));
  const input = readFormInput(action.input, searchParams, zoneOfForms(ctx));
  const { keep, undo } = immediate[name]!;
  try {
    const before = await keep?.(ctx, deps, input);
    const { summary, data } = await performAction(ctx, deps, action, input);
    sayNext(ctx, deps, forPeople(summary), undo?.(data, before));
  } catch (error) {
    sayNext(ctx, deps, refusalOf(error).problem ?? '');
  }
  ctx.redirect(await standing(ctx, deps, back));
}
