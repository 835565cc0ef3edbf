import type { listViews } from '../../../actions/fields/views/list-views.ts';
import { memberIn } from '../../chain/load-visitor.ts';
import { runReadNamed } from '../../do/run-read.ts';
import type { WebContext, WebDeps } from '../../frame/web-deps.ts';

const keptMs = 60_000;
const entriesMax = 1_000;

/** Totals of views as last counted, so that a page that many people load counts once a minute. */
const kept = new Map<string, { total: ViewTotal; until: number }>();

export type View = Awaited<ReturnType<typeof listViews.run>>['data'][number];

export interface ViewTotal {
  total?: number;
  totalIsExact?: boolean;
}

/** "412", or "10,000+" if there are more than were counted. Undefined if nothing was counted. */
export function totalInWords({ total, totalIsExact }: ViewTotal): string | undefined {
  return total === undefined ? undefined : `${total.toLocaleString('en-US')}${totalIsExact === false ? '+' : ''}`;
}

/** Totals of the views, counted at most a minute ago. A view that cannot be counted has none. */
export async function viewTotals(
  ctx: WebContext,
  deps: WebDeps,
  views: readonly { view: View; read: string }[],
): Promise<Map<string, ViewTotal>> {
  const totals = new Map<string, ViewTotal>();
  for (const { view, read } of views) {
    const total = knownTotal(ctx, deps, view) ?? (await totalOf(ctx, deps, read, view).catch(() => undefined));
    if (total !== undefined) totals.set(view.id, total);
  }
  return totals;
}

/** The total of the view if it was counted within the last minute. */
export function knownTotal(ctx: WebContext, deps: WebDeps, view: View): ViewTotal | undefined {
  const known = kept.get(keyOf(ctx, view));
  return known !== undefined && known.until > deps.now().getTime() ? known.total : undefined;
}

async function totalOf(ctx: WebContext, deps: WebDeps, read: string, view: View): Promise<ViewTotal> {
  const { where } = view;
  const { page } = await runReadNamed(ctx, deps, read, { ...(where && { where }), limit: 1, withTotal: true });
  const total = page as ViewTotal;
  if (kept.size >= entriesMax) kept.clear();
  kept.set(keyOf(ctx, view), { total, until: deps.now().getTime() + keptMs });
  return total;
}

function keyOf(ctx: WebContext, { id, version }: View): string {
  return `${memberIn(ctx).workspace.id} ${id} ${version}`;
}
