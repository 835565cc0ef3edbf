import { searchPeople } from '../../actions/prospects/search-people.ts';
import { requireMember } from '../chain/load-visitor.ts';
import { describeAction, refusalOf, zoneOfForms } from '../do/form-page.ts';
import { readChecked } from '../do/perform-action.ts';
import { readFormInput } from '../forms/read-form-input.ts';
import { renderPage } from '../frame/render-page.ts';
import type { WebContext, WebDeps, WebRouter } from '../frame/web-deps.ts';
import { labelOf, wordsOf } from '../shown/words.ts';

const hidden = ['cursor', 'limit'];
const resultsMax = 25;
const valuesShownMax = 6;

/** Searches the directory: criteria, counts by seniority and country, and revealing of selected people. */
export function findPages(router: WebRouter, deps: WebDeps): void {
  router.get('/app/find', requireMember, (ctx) => find(ctx, deps));
  router.get('/app/find/reveal', requireMember, async (ctx) => {
    const ids = new URLSearchParams(ctx.querystring).getAll('id');
    ctx.redirect(
      `/app/do/reveal_people?${new URLSearchParams({ ids: ids.join('\n'), fixed: 'ids', back: '/app/contacts' })}`,
    );
  });
}

async function find(ctx: WebContext, deps: WebDeps): Promise<void> {
  const form = new URLSearchParams(ctx.querystring);
  const input = readFormInput(searchPeople.input, form, zoneOfForms(ctx));
  const isAsked = Object.keys(input).length > 0;
  const found = isAsked ? await search(ctx, deps, input) : {};
  const errors = found.errors ?? {};
  const fields = await describeAction(ctx, deps, searchPeople, { form, fixed: hidden, errors });
  const [plain, more] = [
    fields.filter(({ path }) => path === 'description'),
    fields.filter(({ path }) => path !== 'description'),
  ];
  const isNarrowed = more.some(({ path }) => form.getAll(path).some((value) => value !== ''));
  await renderPage(ctx, 'find', { plain, more, isAsked, isNarrowed, ...found, ...placesOf(form, found) });
}

interface FoundPeople {
  facets: Record<string, { value: string; count: number }[]>;
}

interface Found {
  result?: FoundPeople;
  nextCursor?: string | null;
  errors?: Record<string, string>;
  problem?: string;
}

async function search(ctx: WebContext, deps: WebDeps, input: Record<string, unknown>): Promise<Found> {
  try {
    const { data, page } = await readChecked(ctx, deps, searchPeople, { ...input, limit: resultsMax });
    return { result: data as FoundPeople, nextCursor: page?.nextCursor };
  } catch (error) {
    ctx.status = 422;
    return refusalOf(error);
  }
}

/** Links to the previous and next page with the same criteria, and to narrower searches. */
function placesOf(form: URLSearchParams, { result, nextCursor }: Found) {
  const criteria = [...form].filter(([name, value]) => name !== 'cursor' && value !== '');
  const hrefOf = (name: string, value: string) =>
    `/app/find?${new URLSearchParams([...criteria.filter(([other]) => other !== name), [name, value]])}`;
  return {
    moreHref: nextCursor && hrefOf('cursor', nextCursor),
    firstHref: form.has('cursor') && `/app/find?${new URLSearchParams(criteria)}`,
    facets: Object.entries(result?.facets ?? {}).map(([name, values]) => ({
      label: labelOf(name),
      values: values
        .slice(0, valuesShownMax)
        .map(({ value, count }) => ({ text: wordsOf(value), count, href: hrefOf(name, value) })),
    })),
  };
}
