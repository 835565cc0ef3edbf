import { setTimeout as wait } from 'node:timers/promises';
import { type AnyAction, isRead, pathParametersOf } from '../../actions/definition/define-action.ts';
import { actions } from '../../actions/index.ts';
import { namesOfRecords } from '../../engine/names/names-of-records.ts';
import { AppError } from '../../errors/errors.ts';
import { memberIn } from '../chain/load-visitor.ts';
import { actionHref } from '../do/action-link.ts';
import { isOneClick } from '../do/immediate.ts';
import { readRecord, runReadNamed } from '../do/run-read.ts';
import { renderPage } from '../frame/render-page.ts';
import type { WebContext, WebDeps } from '../frame/web-deps.ts';
import { operationsOn, type RecordType, typeOfField } from '../shown/record-types.ts';
import { type Shown, shown } from '../shown/shown-value.ts';
import { withNames } from '../shown/with-names.ts';
import type { RecordPage, RelatedPart } from './record-page-kind.ts';

/** Time limit in milliseconds. Slower parts, such as calls to outside services, move to a page of their own. */
const partMs = 1_500;

/** One record, its related data, and all its operations. */
export async function showRecord(ctx: WebContext, deps: WebDeps, page: RecordPage): Promise<void> {
  const [idField, id] = [page.idField!, ctx.params.id!];
  const type = typeOfField(idField)!;
  if (!id.startsWith(`${type.prefix}_`)) throw new AppError('not_found', `There is no such ${type.noun}.`);
  const record = await readRecord(ctx, deps, idField, id);
  const more = (page.more ?? []).filter(({ isThere }) => isThere === undefined || isThere(record!));
  const parts = more.map((part) => inTime(ctx, deps, { ...part, idField, id }));
  await renderPage(ctx, 'record', {
    page,
    id,
    title: (await namesOfRecords(memberIn(ctx).workspace.id, [id])).get(id) ?? type.label(record!),
    shown: await withNames(memberIn(ctx).workspace.id, shown(record)),
    parts: await Promise.all(parts),
    files: (page.files ?? [])
      .filter(({ isThere }) => isThere(record!))
      .map(({ title, read, given }) => ({
        title,
        href: actionHref(read, { [idField]: id, ...given, _run: '1' }, ctx.path),
      })),
    state: typeof record!.state === 'string' ? record!.state : null,
    kind: idField.slice(0, -'Id'.length),
    progress: progressOf(record!),
    commands: commandsOn(idField, id, ctx.path),
    path: ctx.path,
  });
}

/** All operations on one record, as links that return to its page. */
export function commandsOn(idField: string, id: string, back: string) {
  const type = typeOfField(idField)!;
  return [...operationsOn(type), ...readsOf(type)].map((action) => {
    const field = pathParametersOf(action).at(0) === idField ? idField : `${idField}s`;
    const { title, effect } = action;
    const href = actionHref(action.name, { [field]: id }, back);
    return { href, title, isDanger: effect === 'destroy', isNow: isOneClick(action) };
  });
}

/** Further reads about the record. */
function readsOf({ idField, get }: RecordType): AnyAction[] {
  return actions.filter((action) => isRead(action) && action.name !== get && pathParametersOf(action)[0] === idField);
}

interface Part extends RelatedPart {
  idField: string;
  id: string;
}

/** Progress of a long job. */
function progressOf({ done, total }: Record<string, unknown>): { done: number; total: number } | null {
  return typeof done === 'number' && typeof total === 'number' && total > 0 ? { done, total } : null;
}

async function inTime(ctx: WebContext, deps: WebDeps, part: Part) {
  const tooLong = new AbortController();
  const later = wait(partMs, null, { signal: tooLong.signal }).then(() => ({
    title: part.title,
    href: `${actionHref(part.read, { [part.idField]: part.id }, ctx.path)}&_run=1`,
    summary: 'This takes longer than usual.',
    shown: { is: 'empty' } satisfies Shown,
    isLate: true,
  }));
  const found = partOf(ctx, deps, part).finally(() => tooLong.abort());
  return Promise.race([found, later.catch(() => found)]);
}

/** If a part cannot be read at the moment, it shows the reason and the rest of the page still works. */
async function partOf(ctx: WebContext, deps: WebDeps, part: Part) {
  const { title, read, idField, id, show = shown, fixable } = part;
  const href = actionHref(read, { [idField]: id }, ctx.path);
  try {
    const { data, summary } = await runReadNamed(ctx, deps, read, { [idField]: id });
    const columns = fixable?.(data) ?? [];
    return { title, summary, shown: await withNames(memberIn(ctx).workspace.id, show(data)), href, columns };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { title, summary: error.message, shown: { is: 'empty' } satisfies Shown, href };
  }
}
