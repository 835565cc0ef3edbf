import { Input } from '../../schema/schema.ts';
import { findRevealed, listRevealedIds } from '../../store/prospects/revealed-person-store.ts';
import { defineRead } from '../definition/define-action.ts';
import { MaskedPersonView, searchAnswer } from './prospect-views.ts';
import { runSearch } from './run-search.ts';
import { peopleCriteriaProperties, toPeopleCriteria } from './search-criteria.ts';

export const searchPeople = defineRead({
  name: 'search_people',
  title: 'Search for people',
  summary: 'Find people who are not contacts yet, by criteria or a plain description. Free.',
  description:
    'Finds new people by structured criteria (titles, seniorities, departments, industries, sizes, places, ' +
    'technologies), by a plain description such as "CTO of a fintech in Berlin", or both. Free. Results are ' +
    'masked: first name, initial, title, and company, without an email address. Values of one criterion are ' +
    'alternatives, and all criteria must match. facets counts values among all results, to narrow them. To ' +
    'get the people, use reveal_people.',
  method: 'post',
  path: '/search/people',
  scope: 'search:read',
  input: Input(peopleCriteriaProperties),
  output: searchAnswer('people', MaskedPersonView),
  errors: ['provider_failed'],
  isEverydayTool: true,
  isPaged: true,
  example: { description: 'heads of sales at logistics companies', countries: ['DE'], employeeRanges: ['51-200'] },

  async run(input, ctx) {
    const { workspaceId, ports } = ctx;
    const excludeIds = input.excludeOwned ? await listRevealedIds(workspaceId) : undefined;
    const criteria = { ...toPeopleCriteria(input), excludeIds };
    const { found, page } = await runSearch('people', input, ctx, (window) =>
      ports.prospects.searchPeople(workspaceId, criteria, window),
    );
    const owned = await findRevealed(
      workspaceId,
      found.items.map(({ id }) => id),
    );
    const people = found.items.map((person) => ({ ...person, contactId: owned.get(person.id) ?? null }));
    const { total, facets, sources } = found;
    return { data: { total, people, facets, sources }, page, summary: `Found ${total} people.` };
  },
});
