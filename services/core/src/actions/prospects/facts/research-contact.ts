import { factsAboutPerson } from '../../../domain/prospects/facts-in-pages.ts';
import { readSite } from '../../../engine/prospects/facts/read-site.ts';
import { Id, Input } from '../../../schema/schema.ts';
import { defineWrite } from '../../definition/define-action.ts';
import { IncludeText, planResearch, ResearchView, runResearch } from './research.ts';

export const researchContact = defineWrite({
  name: 'research_contact',
  title: 'Research a contact',
  summary: "Find sentences about a person on their company's public pages.",
  description:
    "Reads the public pages of the contact's company (see research_company) and stores the sentences that name the " +
    'person as facts, each with its quote and page. Free.',
  method: 'post',
  path: '/contacts/{contactId}/research',
  scope: 'facts:write',
  effect: 'write',
  input: Input({ contactId: Id('con', 'The contact.'), includeText: IncludeText }),
  output: ResearchView,
  errors: ['not_found', 'invalid_state', 'limit_reached'],

  plan: ({ contactId }, ctx) => planResearch(contactId, ctx),
  perform: (_input, { state }, ctx) => readSite(state.domain, ctx),
  run: ({ includeText = false }, { state }, ctx, site) =>
    runResearch(state, { site, found: factsAboutPerson(site.pages, state.target.contact ?? {}), includeText }, ctx),
});
