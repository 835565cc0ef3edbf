import type { listViews } from '../../../actions/fields/views/list-views.ts';
import { memberIn } from '../../chain/load-visitor.ts';
import { runReadNamed } from '../../do/run-read.ts';
import type { WebContext, WebDeps } from '../../frame/web-deps.ts';
import type { TableQuery } from '../record-page-kind.ts';

const keptMs = 60_000;
const entriesMax = 1_000;

/** Counts of views as last shown, so that a page that many people load counts once a minute. */
const kept = new Map<string, { text: string; until: number }>();

type View = Awaited<ReturnType<typeof listViews.run>>['data'][number];

interface Total {
  total?: number;
  totalIsExact?: boolean;
}

/** "412", or "10,000+" if there are more than were counted. Undefined if nothing was counted. */
export function totalInWords({ total, totalIsExact }: Total): string | undefined {
  return total === undefined ? undefined : `${total.toLocaleString('en-US')}${totalIsExact === false ? '+' : ''}`;
}

/** Number of records of each view, in words: "412", "10,000+". A view that cannot be counted has none. */
export async function viewCounts(
  ctx: WebContext,
  deps: WebDeps,
  { read }: Pick<TableQuery, 'read'>,
  views: readonly View[],
): Promise<Map<string, string>> {
  const counts = new Map<string, string>();
  for (const view of views) {
    const text = await countOf(ctx, deps, read, view).catch(() => undefined);
    if (text !== undefined) counts.set(view.id, text);
  }
  return counts;
}

async function countOf(ctx: WebContext, deps: WebDeps, read: string, { id, version, where }: View): Promise<string> {
  const key = `${memberIn(ctx).workspace.id} ${id} ${version}`;
  const now = deps.now().getTime();
  const known = kept.get(key);
  if (known !== undefined && known.until > now) return known.text;
  const { page } = await runReadNamed(ctx, deps, read, { ...(where && { where }), limit: 1, withTotal: true });
  const text = totalInWords(page as Total)!;
  if (kept.size >= entriesMax) kept.clear();
  kept.set(key, { text, until: now + keptMs });
  return text;
}
