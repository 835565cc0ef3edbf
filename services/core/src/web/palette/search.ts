import { actions } from '../../actions/index.ts';
import { requireMember } from '../chain/load-visitor.ts';
import { searchIn } from '../chain/read-query.ts';
import { actionHref } from '../do/action-link.ts';
import { navigationAt } from '../frame/navigation.ts';
import { deeperPlaces } from '../frame/places.ts';
import { renderPage } from '../frame/render-page.ts';
import type { WebContext, WebDeps, WebRouter } from '../frame/web-deps.ts';
import { bestOf, type Hit, type RankedHit, rankOf } from './rank.ts';
import { recentHits } from './recent.ts';
import { recordHits } from './record-hits.ts';

const operationsMax = 8;

interface Section {
  title: string;
  hits: readonly Hit[];
}

/** The command palette as a page. With scripts, the same results appear during typing. */
export function searchPages(router: WebRouter, deps: WebDeps): void {
  router.get('/app/search', requireMember, async (ctx) => {
    const typed = searchIn(ctx) ?? '';
    const sections = (await sectionsFor(ctx, deps, typed)).filter(({ hits }) => hits.length > 0);
    const isPart = ctx.get('hx-request') === 'true';
    const search = typed.replace(/^[>@]\s*/, '');
    await renderPage(ctx, isPart ? 'search-results' : 'search', { typed, search, sections, isPart });
  });
}

/** `>` before the search finds only operations, `@` only people. The section with the best match comes first. */
async function sectionsFor(ctx: WebContext, deps: WebDeps, typed: string): Promise<Section[]> {
  const [, sign, search = ''] = /^([>@]?)\s*(.*)$/s.exec(typed)!;
  if (sign === '>') return [{ title: 'Actions', hits: operations(search, Infinity) }];
  if (search === '')
    return [
      { title: 'Recent', hits: await recentHits(ctx, deps.config) },
      { title: 'Pages', hits: pages('') },
    ];
  const records = { title: 'Records', hits: await recordHits(ctx, deps, search, { onlyPeople: sign === '@' }) };
  if (sign === '@') return [records];
  const all = [
    records,
    { title: 'Pages', hits: pages(search) },
    { title: 'Actions', hits: operations(search, operationsMax) },
  ];
  return all.toSorted((one, other) => bestRank(one.hits) - bestRank(other.hits));
}

function bestRank(hits: readonly RankedHit[]): number {
  return hits[0]?.rank ?? Infinity;
}

function pages(search: string): RankedHit[] {
  const { side, end, settings } = navigationAt('');
  const places = [...[...side, { places: end }, ...settings].flatMap((group) => group.places), ...deeperPlaces];
  const unique = [...new Map(places.map((place) => [`${place.href} ${place.text}`, place])).values()];
  return bestOf(unique.map(({ href, text, icon, words }) => ({ href, text, icon, rank: rankOf(search, text, words) })));
}

function operations(search: string, max: number): RankedHit[] {
  const hits = actions.map(({ name, title, summary, personPage }) => {
    const own = personPage?.includes('{') === false ? personPage : actionHref(name);
    return { href: own, text: title, icon: 'zap', rank: rankOf(search, title, summary) };
  });
  return bestOf(hits, max);
}
