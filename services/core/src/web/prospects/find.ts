import { searchPeople } from '../../actions/prospects/search-people.ts';
import { understoodIn } from '../../domain/prospects/understood-words.ts';
import { requireMember } from '../chain/load-visitor.ts';
import { describeAction, refusalOf, zoneOfForms } from '../do/form-page.ts';
import { readChecked } from '../do/perform-action.ts';
import { readFormInput } from '../forms/read-form-input.ts';
import { renderPage } from '../frame/render-page.ts';
import type { WebContext, WebDeps, WebRouter } from '../frame/web-deps.ts';
import { countryName } from '../shown/code-names.ts';
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
  const people = found.result?.people ?? [];
  await renderPage(ctx, 'find', {
    plain,
    more,
    isAsked,
    chips: chipsOf(form, new Map(more.map(({ path, label }) => [path, label]))),
    areInvented: people.length > 0 && people.every(({ isInvented }) => isInvented),
    ...found,
    ...placesOf(form, found),
  });
}

interface Chip {
  label: string;
  value: string;
  isRequired: boolean;
  /** Requires what is only preferred, and the other way around. Null for a filter that the description does not name. */
  toggleHref: string | null;
  removeHref: string;
}

/** The criteria that the description names, and the filters. Criteria in a description are preferred, not required. */
function chipsOf(form: URLSearchParams, labels: Map<string, string>): Chip[] {
  const given = [...form].filter(([name, value]) => !hidden.includes(name) && value !== '');
  const description = form.get('description') ?? '';
  const hrefOf = (pairs: [string, string][]) => `/app/find?${new URLSearchParams(pairs)}`;
  const others = (name: string) => given.filter(([other]) => other !== name);
  const labelOfCriterion = (name: string) => singular[name] ?? labels.get(name) ?? labelOf(name);
  const understood = understoodIn(description).map(({ criterion, values, rest }) => {
    const isRequired = form.has(criterion);
    const kept = others(criterion);
    return {
      criterion,
      label: labelOfCriterion(criterion),
      value: shownValues(criterion, isRequired ? valuesIn(form, criterion) : values),
      isRequired,
      toggleHref: hrefOf(isRequired ? kept : [...kept, ...values.map((value): [string, string] => [criterion, value])]),
      removeHref: hrefOf(kept.map(([name, value]) => [name, name === 'description' ? rest : value])),
    };
  });
  const named = new Set<string>(understood.map(({ criterion }) => criterion));
  const filters = [...new Set(given.map(([name]) => name))].filter(
    (name) => name !== 'description' && !named.has(name),
  );
  return [
    ...understood,
    ...filters.map((name) => ({
      label: labelOfCriterion(name),
      value: shownValues(name, valuesIn(form, name)),
      isRequired: true,
      toggleHref: null,
      removeHref: hrefOf(others(name)),
    })),
  ];
}

const singular: Record<string, string> = {
  titles: 'Title',
  companyNames: 'Company',
  industries: 'Industry',
  cities: 'City',
  countries: 'Country',
  employeeRanges: 'Employees',
  seniorities: 'Seniority',
};

function shownValues(name: string, values: string[]): string {
  const text = values.map((value) => (name === 'countries' ? countryName(value) : wordsOf(value))).join(' or ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A field of several values has one per line, or is sent several times. */
function valuesIn(form: URLSearchParams, name: string): string[] {
  return form.getAll(name).flatMap((value) =>
    value
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean),
  );
}

interface FoundPeople {
  people: { isInvented: boolean }[];
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
    facets: Object.entries(result?.facets ?? {})
      .filter(([, values]) => values.length > 1)
      .map(([name, values]) => ({
        label: labelOf(name),
        values: values
          .slice(0, valuesShownMax)
          .map(({ value, count }) => ({ text: shownValues(name, [value]), count, href: hrefOf(name, value) })),
      })),
  };
}
