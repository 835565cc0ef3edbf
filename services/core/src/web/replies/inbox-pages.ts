import { listMailboxes } from '../../actions/mailboxes/list-mailboxes.ts';
import { listReplies } from '../../actions/replies/list-replies.ts';
import { replyClasses } from '../../domain/replies/reply-classes.ts';
import { namesOfSenders, snippetsOf } from '../../engine/replies/inbox.ts';
import { memberIn, requireMember } from '../chain/load-visitor.ts';
import { zoneOfForms } from '../do/form-page.ts';
import { readAction, readPage } from '../do/perform-action.ts';
import { readFormInput } from '../forms/read-form-input.ts';
import { renderPage } from '../frame/render-page.ts';
import type { WebContext, WebDeps, WebRouter } from '../frame/web-deps.ts';

const shownMax = 50;

/** Views of the inbox. The first one is the default. */
const views = [
  { name: 'all', text: 'All', filter: {} },
  { name: 'needs-you', text: 'Needs reply', filter: { needsAction: true } },
  { name: 'unread', text: 'Unread', filter: { isRead: false } },
  { name: 'unmatched', text: 'Unmatched', filter: { state: 'unmatched' } },
] as const;

export function inboxPages(router: WebRouter, deps: WebDeps): void {
  router.get('/app/inbox', requireMember, (ctx) => showInbox(ctx, deps));
  // Former path of the inbox. A single reply is still below it.
  router.get('/app/replies', requireMember, async (ctx) => ctx.redirect(`/app/inbox${ctx.search}`));
}

/** Replies to all mailboxes, newest first. */
async function showInbox(ctx: WebContext, deps: WebDeps): Promise<void> {
  const query = new URLSearchParams(ctx.querystring);
  const view = views.find(({ name }) => name === query.get('view')) ?? views[0];
  const asked = readFormInput(listReplies.input, query, zoneOfForms(ctx));
  const { data, page } = await readPage(ctx, deps, listReplies, { ...asked, ...view.filter, limit: shownMax });
  const ids = data.map(({ id }) => id);
  const workspaceId = memberIn(ctx).workspace.id;
  const [snippets, names] = [await snippetsOf(workspaceId, ids), await namesOfSenders(workspaceId, data)];
  const addresses = await mailboxAddresses(ctx, deps);
  await renderPage(ctx, 'inbox', {
    views: views.map(({ name, text }) => ({ text, href: hrefWith(query, { view: name }), isHere: name === view.name })),
    view: view.name,
    classes: replyClasses,
    chosenClass: query.get('class') ?? '',
    search: query.get('q') ?? '',
    replies: data.map((reply) => ({
      ...reply,
      fromName: reply.fromName || names.get(reply.contactId ?? ''),
      snippet: snippets.get(reply.id),
      mailbox: addresses.get(reply.mailboxId ?? ''),
      certainty: Math.round(reply.confidence * 100),
    })),
    isFiltered: Object.keys(asked).length > 0,
    moreHref: page?.nextCursor ? hrefWith(query, { cursor: page.nextCursor }) : null,
    firstHref: query.has('cursor') ? hrefWith(query, {}) : null,
  });
}

async function mailboxAddresses(ctx: WebContext, deps: WebDeps): Promise<Map<string, string>> {
  const mailboxes = await readAction(ctx, deps, listMailboxes, {});
  return new Map(mailboxes.map(({ id, address }) => [id, address]));
}

/** The same query with another view or position. */
function hrefWith(query: URLSearchParams, changes: Record<string, string>): string {
  const next = new URLSearchParams(query);
  next.delete('cursor');
  for (const [name, value] of Object.entries(changes)) next.set(name, value);
  return `/app/inbox?${next}`;
}
