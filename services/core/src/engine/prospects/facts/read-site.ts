import { findPageAt, findPagesOf, type StoredPage } from '../../../store/prospects/page-store.ts';
import type { ActionContext } from '../../context/action-context.ts';

/** Time during which a page is not read again, in milliseconds. */
const freshMs = 24 * 60 * 60_000;

export interface ReadSite {
  pages: Omit<StoredPage, 'readAt'>[];
  /** True if the pages were read within a day, and no request was made. */
  isCached: boolean;
  problems: string[];
}

/** Pages of a domain. Without any, `problems` has the reasons. */
export async function readSite(domain: string, ctx: ActionContext): Promise<ReadSite> {
  const cached = await findPagesOf(ctx.workspaceId, domain, freshAfter(ctx));
  if (cached.length > 0) return { pages: cached, isCached: true, problems: [] };
  const { pages, problems } = await ctx.ports.sites.readSite(domain);
  return { pages, isCached: false, problems };
}

/** Text of one page, or the reason why it cannot be read. */
export async function readPublicPage(url: string, ctx: ActionContext): Promise<{ text: string } | { problem: string }> {
  const cached = await findPageAt(ctx.workspaceId, url, freshAfter(ctx));
  const { pages, problems } = cached ? { pages: [cached], problems: [] } : await ctx.ports.sites.readPage(url);
  const [page] = pages;
  if (page === undefined) return { problem: problems[0] ?? `${url} cannot be read.` };
  return { text: [page.title, page.text, ...page.structured].join('\n') };
}

function freshAfter(ctx: ActionContext): Date {
  return new Date(ctx.now().getTime() - freshMs);
}
