import { listAudit } from '../../actions/events/audit/list-audit.ts';
import { readAction } from '../do/perform-action.ts';
import type { WebContext, WebDeps } from '../frame/web-deps.ts';
import { actionNamed } from '../shown/record-types.ts';
import { wordsOf } from '../shown/words.ts';

const readMax = 100;
const shownMax = 8;

interface Group {
  action: string;
  actor: { id: string; name: string };
  result: string;
  summary: string;
  createdAt: string;
  count: number;
}

/** Recent activity. Repeated actions of one actor in a row are merged. */
export async function recentActivity(ctx: WebContext, deps: WebDeps) {
  const entries = await readAction(ctx, deps, listAudit, { limit: readMax });
  const groups: Group[] = [];
  for (const entry of entries) {
    const last = groups.at(-1);
    const isSame = last?.action === entry.action && last.actor.id === entry.actor.id && last.result === entry.result;
    if (isSame) last.count += 1;
    else groups.push({ ...entry, count: 1 });
  }
  return groups.slice(0, shownMax).map((group) => ({ ...group, text: textOf(group) }));
}

function textOf({ action, count, summary }: Group): string {
  const title = actionNamed(action)?.title ?? wordsOf(action);
  return count === 1 ? summary || title : `${title}: ${count} times`;
}
