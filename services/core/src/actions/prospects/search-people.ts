import type { MaskedPerson } from '../../domain/prospects/prospect.ts';
import type { ActionContext } from '../../engine/context/action-context.ts';
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
    'get the people, use reveal_people. Names that match nothing are said first. Without a real mailbox and ' +
    'provider, the people are invented (isInvented).',
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
    const { found, unmatched, page } = await runSearch('people', input, ctx, (window) =>
      ports.prospects.searchPeople(workspaceId, criteria, window),
    );
    const owned = await findRevealed(
      workspaceId,
      found.items.map(({ id }) => id),
    );
    const people = found.items.map((person) => ({
      ...person,
      isInvented: ports.prospects.isInvented(person.id),
      // An invented address exists nowhere, so nothing can confirm it.
      emailStatus: shownStatus(person, ctx),
      contactId: owned.get(person.id) ?? null,
    }));
    const { total, facets, sources } = found;
    const summary = [...unmatched, `Found ${total} people.`].join(' ');
    return { data: { unmatched, total, people, facets, sources }, page, summary };
  },
});

function shownStatus({ id, emailStatus }: MaskedPerson, { ports, config }: ActionContext): MaskedPerson['emailStatus'] {
  const isForced = emailStatus !== null && ports.prospects.isInvented(id);
  return isForced && !config.areReservedRecipientsAllowed ? 'unverified' : emailStatus;
}
