import { listCampaigns } from '../../actions/campaigns/list-campaigns.ts';
import { listCompanies } from '../../actions/companies/list-companies.ts';
import { listContacts } from '../../actions/contacts/list-contacts.ts';
import type { AnyAction } from '../../actions/definition/define-action.ts';
import { actions } from '../../actions/index.ts';
import { requireMember } from '../chain/load-visitor.ts';
import { searchIn } from '../chain/read-query.ts';
import { actionHref } from '../do/action-link.ts';
import { readAction } from '../do/perform-action.ts';
import { navigationAt } from '../frame/navigation.ts';
import { renderPage } from '../frame/render-page.ts';
import type { WebContext, WebDeps, WebRouter } from '../frame/web-deps.ts';

/** Limit of records shown per kind, and of operations. */
const shownMax = 5;
const operationsMax = 8;

interface Hit {
  href: string;
  text: string;
  icon: string;
  note?: string;
}

/** The command palette as a page. With scripts, the same results appear during typing. */
export function searchPages(router: WebRouter, deps: WebDeps): void {
  router.get('/app/search', requireMember, async (ctx) => {
    const search = searchIn(ctx) ?? '';
    const sections = await sectionsFor(ctx, deps, search);
    const page = ctx.get('hx-request') === 'true' ? 'search-results' : 'search';
    await renderPage(ctx, page, { search, sections: sections.filter(({ hits }) => hits.length > 0) });
  });
}

async function sectionsFor(ctx: WebContext, deps: WebDeps, search: string) {
  return [
    ...(search === '' ? [] : [{ title: 'Records', hits: await records(ctx, deps, search) }]),
    { title: 'Pages', hits: pages(search) },
    { title: 'Actions', hits: search === '' ? [] : operations(search) },
  ];
}

async function records(ctx: WebContext, deps: WebDeps, q: string): Promise<Hit[]> {
  const limit = shownMax;
  const [contacts, companies, campaigns] = await Promise.all([
    readAction(ctx, deps, listContacts, { q, limit }),
    readAction(ctx, deps, listCompanies, { q, limit }),
    readAction(ctx, deps, listCampaigns, { q, limit }),
  ]);
  return [
    ...contacts.map((one) => ({
      href: `/app/contacts/${one.id}`,
      icon: 'users',
      text: one.fullName || one.email || 'Unnamed contact',
      note: one.companyName ?? 'Contact',
    })),
    ...companies.map((one) => ({
      href: `/app/companies/${one.id}`,
      icon: 'building-2',
      text: one.name || one.domain || 'Unnamed company',
      note: 'Company',
    })),
    ...campaigns.map((one) => ({ href: `/app/campaigns/${one.id}`, icon: 'send', text: one.name, note: 'Campaign' })),
  ];
}

function pages(search: string): Hit[] {
  const { side, end, settings } = navigationAt('');
  const places = [...side, { places: end }, ...settings].flatMap((group) => group.places);
  const unique = [...new Map(places.map((place) => [`${place.href} ${place.text}`, place])).values()];
  return ranked(unique, search, ({ text, words = '' }) => [text, words]).map(({ href, text, icon }) => ({
    href,
    text,
    icon,
  }));
}

function operations(search: string): Hit[] {
  const found = ranked<AnyAction>(actions, search, ({ title, summary }) => [title, summary]);
  return found.slice(0, operationsMax).map(({ name, title }) => ({ href: actionHref(name), text: title, icon: 'zap' }));
}

/** Sorts exact title matches first, then titles that begin with the search, contain it, or match its words. */
function ranked<Item>(items: readonly Item[], search: string, textsOf: (item: Item) => [string, string]): Item[] {
  const wanted = search.toLowerCase();
  const rankOf = (item: Item): number => {
    const [title, more] = textsOf(item).map((text) => text.toLowerCase()) as [string, string];
    if (title === wanted) return 0;
    if (title.startsWith(wanted)) return 1;
    if (title.split(/\s+/).some((word) => word.startsWith(wanted))) return 2;
    return wanted.split(/\s+/).every((word) => `${title} ${more}`.includes(word)) ? 3 : 4;
  };
  return items
    .map((item) => ({ item, rank: rankOf(item) }))
    .filter(({ rank }) => rank < 4)
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ item }) => item);
}
