import { factsInPages } from '../../../domain/prospects/facts-in-pages.ts';
import { readSite } from '../../../engine/prospects/facts/read-site.ts';
import { Id, Input } from '../../../schema/schema.ts';
import { defineWrite } from '../../definition/define-action.ts';
import { IncludeText, planResearch, ResearchView, runResearch } from './research.ts';

export const researchCompany = defineWrite({
  name: 'research_company',
  title: 'Research a company',
  summary: "Read a company's public web pages and store facts with quotes.",
  description:
    "Reads up to 20 public pages of the company's domain, such as home, about, team, news, careers, and imprint. It " +
    'takes at most 20 seconds and obeys robots.txt. The most telling sentences become facts, each with its quote and ' +
    'page. Facts that are no longer on their page are deleted. With includeText, the text of the pages is returned: ' +
    'file further facts with create_fact. Pages are kept for a day. Free.',
  method: 'post',
  path: '/companies/{companyId}/research',
  scope: 'facts:write',
  effect: 'write',
  input: Input({ companyId: Id('com', 'The company.'), includeText: IncludeText }),
  output: ResearchView,
  errors: ['not_found', 'invalid_state', 'limit_reached'],

  plan: ({ companyId }, ctx) => planResearch(companyId, ctx),
  perform: (_input, { state }, ctx) => readSite(state.domain, ctx),
  run: ({ includeText = false }, { state }, ctx, site) =>
    runResearch(state, { site, found: factsInPages(site.pages), includeText }, ctx),
});
