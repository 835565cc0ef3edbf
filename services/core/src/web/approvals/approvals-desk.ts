import { counted } from '../../domain/text/counted.ts';
import { type PendingRow, pendingRows } from '../../engine/approvals/pending-rows.ts';
import type { ApprovalRecord } from '../../engine/approvals/waiting-approvals.ts';
import { namesOfRecords } from '../../engine/names/names-of-records.ts';
import { memberIn } from '../chain/load-visitor.ts';
import { pushAddress } from '../frame/push-address.ts';
import { renderPage } from '../frame/render-page.ts';
import type { WebContext, WebDeps } from '../frame/web-deps.ts';
import { actionNamed } from '../shown/record-types.ts';
import { wishOf } from '../shown/wish-of.ts';
import { wordsOf } from '../shown/words.ts';

export function titleOf({ action }: Pick<ApprovalRecord, 'action'>): string {
  return actionNamed(action)?.title ?? wordsOf(action);
}

function hrefOf({ kind, id }: PendingRow): string {
  return kind === 'request' ? `/app/approvals/${id}` : `/app/approvals/messages/${id}`;
}

/** Everything pending as rows, with one of them open. `openId`: the request, or the first message of the text. */
export async function showDesk(
  ctx: WebContext,
  deps: WebDeps,
  openId: string | undefined,
  open: Record<string, unknown> = {},
): Promise<void> {
  if (ctx.method === 'GET') pushAddress(ctx);
  const workspaceId = memberIn(ctx).workspace.id;
  const rows = await pendingRows(workspaceId, deps.now());
  const at = rows.findIndex(({ id }) => id === openId);
  const hrefAt = (index: number) => (rows[index] ? hrefOf(rows[index]) : undefined);
  await renderPage(ctx, 'approvals', {
    rows: await shownRows(workspaceId, rows, openId),
    openId,
    newerHref: hrefAt(at - 1),
    olderHref: at < 0 ? undefined : hrefAt(at + 1),
    isAsked: ctx.query.ask === 'approve',
    ...open,
  });
}

async function shownRows(workspaceId: string, rows: PendingRow[], openId: string | undefined) {
  const messages = rows.flatMap((row) => (row.kind === 'messages' ? [row.message] : []));
  const subjects = rows.flatMap((row) => (row.kind === 'request' ? row.approval.subjectIds.slice(0, 1) : []));
  const ofMessages = messages.flatMap(({ contactId, campaignId }) => [contactId ?? [], campaignId ?? []].flat());
  const names = await namesOfRecords(workspaceId, [...subjects, ...ofMessages]);
  return rows.map((row) => {
    const common = { id: row.id, href: hrefOf(row), at: row.at, isOpen: row.id === openId };
    if (row.kind === 'request') {
      const { approval } = row;
      const name = names.get(approval.subjectIds[0] ?? '');
      const title = name === undefined ? titleOf(approval) : `${titleOf(approval)}: ${name}`;
      const { recipients, credits } = approval;
      const amounts = [
        ...(recipients > 0 ? [counted(recipients, 'person')] : []),
        ...(credits > 0 ? [counted(credits, 'credit')] : []),
      ];
      const line = [...amounts, wishOf(approval.summary)].join(' · ');
      return { ...common, title, by: approval.actor.name, line };
    }
    const { message, text } = row;
    const title = names.get(message.contactId ?? '') ?? message.to;
    const by = names.get(message.campaignId ?? '');
    const isAnswer = text.kind === 'answer';
    return { ...common, title, by, line: message.subject, others: text.count - 1, isAnswer };
  });
}

/** Address of the row that follows, for when this one is decided. */
export async function hrefAfter(ctx: WebContext, deps: WebDeps, id: string): Promise<string> {
  const rows = await pendingRows(memberIn(ctx).workspace.id, deps.now());
  const at = rows.findIndex((row) => row.id === id);
  const next = rows[at + 1] ?? rows[at - 1];
  return next === undefined || at < 0 ? '/app/approvals' : hrefOf(next);
}
