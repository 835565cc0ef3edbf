import type { AnyReadAction, ReadResult } from '../../actions/definition/define-action.ts';
import { memberIn } from '../chain/load-visitor.ts';
import { safeNext } from '../chain/safe-next.ts';
import { readFormInput } from '../forms/read-form-input.ts';
import { requiredOf } from '../forms/schema-kind.ts';
import { renderPage } from '../frame/render-page.ts';
import type { WebContext, WebDeps } from '../frame/web-deps.ts';
import { shown } from '../shown/shown-value.ts';
import { withNames } from '../shown/with-names.ts';
import { forPeople } from '../shown/words.ts';
import { describeAction, fixedBy, pageHead, refusalOf, subjectsOf, zoneOfForms } from './form-page.ts';
import { readChecked } from './perform-action.ts';

interface Asked {
  result?: ReadResult<unknown>;
  errors?: Record<string, string>;
  problem?: string;
}

/** Shows the result of a read, below its question. Sends a file as a file. */
export async function showRead(ctx: WebContext, deps: WebDeps, action: AnyReadAction): Promise<void> {
  const query = new URLSearchParams(ctx.querystring);
  const input = readFormInput(action.input, query, zoneOfForms(ctx));
  const isComplete = requiredOf(action.input).every((name) => input[name] !== undefined);
  const isAsked = query.has('_run') || (isComplete && !action.downloads?.always);
  const { result, errors, problem }: Asked = isAsked ? await ask(ctx, deps, action, input) : {};
  if (result?.download) return sendDownload(ctx, result.download);
  const fixed = fixedBy(action, query);
  const fields = await describeAction(ctx, deps, action, { form: query, fixed, errors });
  await renderPage(ctx, 'do-read', {
    ...pageHead(action, safeNext(query.get('back') ?? '/app/commands')),
    fields: fields.filter(({ path }) => path !== 'cursor' && path !== 'fields'),
    fixed: fixed.map((path) => ({ path, value: query.get(path) ?? '' })),
    subjects: await subjectsOf(ctx, deps, { form: query, fixed }),
    summary: result && forPeople(result.summary),
    shown: result && (await withNames(memberIn(ctx).workspace.id, shown(result.data))),
    moreHref: nextPage(ctx, query, result),
    problem,
  });
}

async function ask(
  ctx: WebContext,
  deps: WebDeps,
  action: AnyReadAction,
  input: Record<string, unknown>,
): Promise<Asked> {
  try {
    return { result: await readChecked(ctx, deps, action, input) };
  } catch (error) {
    const refusal = refusalOf(error);
    ctx.status = 422;
    return refusal;
  }
}

function nextPage(ctx: WebContext, query: URLSearchParams, result: ReadResult<unknown> | undefined): string | null {
  const inData = (result?.data as { nextCursor?: string | null } | undefined)?.nextCursor;
  const cursor = result?.page?.nextCursor ?? inData;
  if (!cursor) return null;
  const next = new URLSearchParams(query);
  next.set('cursor', cursor);
  return `${ctx.path}?${next}`;
}

/** Sends a download as an attachment, never as a page of ours. */
function sendDownload(ctx: WebContext, download: NonNullable<ReadResult<unknown>['download']>): void {
  ctx.attachment(download.fileName);
  ctx.type = download.contentType;
  ctx.body = download.body;
}
