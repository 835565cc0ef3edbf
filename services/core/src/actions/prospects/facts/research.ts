import { cutText } from '@outbound/node-service/text/cut-text';
import { type Static, Type } from 'typebox';
import type { FoundFact } from '../../../domain/prospects/fact.ts';
import type { ReadPage } from '../../../domain/prospects/facts-in-pages.ts';
import { counted } from '../../../domain/text/counted.ts';
import type { ActionContext } from '../../../engine/context/action-context.ts';
import type { Plan, Result } from '../../../engine/context/plan.ts';
import {
  requireDomainOf,
  requireRoom,
  requireSubject,
  type SubjectOfFacts,
} from '../../../engine/prospects/facts/fact-subject.ts';
import type { ReadSite } from '../../../engine/prospects/facts/read-site.ts';
import { storeResearch } from '../../../engine/prospects/facts/store-research.ts';
import { Foreign } from '../../../schema/foreign.ts';
import { Described } from '../../../schema/schema.ts';
import { FactView, toFactView } from './fact-view.ts';

const textMax = 10_000;
const factsShownMax = 50;

export const IncludeText = Type.Optional(
  Type.Boolean({ default: false, description: 'Also returns the text of the pages, to add further facts from.' }),
);

const ResearchedPage = Type.Object({
  url: Type.String({ description: 'Address of the page.' }),
  title: Foreign(Type.String({ description: 'Title of the page.' })),
  text: Foreign(
    Type.String({ description: `First ${textMax.toLocaleString('en-US')} characters of its visible text.` }),
  ),
});

export const ResearchView = Type.Object({
  domain: Type.String({ description: 'Domain of the pages.' }),
  facts: Described(Type.Array(FactView), `Facts about the record, the latest ${factsShownMax}.`),
  added: Type.Integer({ description: 'Facts that are new.' }),
  removed: Type.Integer({ description: 'Earlier facts that are no longer on their pages, and were deleted.' }),
  pages: Described(Type.Array(ResearchedPage), 'Pages that were read. Empty without includeText.'),
  isCached: Type.Boolean({ description: 'True if the pages were read within the last 24 hours.' }),
  problems: Type.Array(Type.String(), { description: 'Why pages are missing.' }),
});

export interface ResearchPlan {
  target: SubjectOfFacts;
  domain: string;
}

export async function planResearch(subjectId: string, ctx: ActionContext): Promise<Plan<ResearchPlan>> {
  const target = await requireSubject(subjectId, ctx);
  const domain = requireDomainOf(target);
  await requireRoom(target, ctx);
  return {
    summary: `Would read up to 20 public pages of ${domain} and store facts about ${target.label}.`,
    effects: [{ op: 'create', type: 'fact', label: `Facts from ${domain} about ${target.label}`, changes: { domain } }],
    skipped: [],
    warnings: [],
    state: { target, domain },
  };
}

export async function runResearch(
  { target, domain }: ResearchPlan,
  { site, found, includeText }: { site: ReadSite; found: readonly FoundFact[]; includeText: boolean },
  ctx: ActionContext,
): Promise<Result<Static<typeof ResearchView>>> {
  const { facts, added, removed } = await storeResearch(target, { domain, site, found }, ctx);
  const pages = includeText ? site.pages.map(shownPage) : [];
  const shown = facts.slice(-factsShownMax).map(toFactView);
  const { isCached, problems } = site;
  return {
    data: { domain, facts: shown, added, removed, pages, isCached, problems },
    summary: summaryOf(site, `${counted(added, 'new fact')} about ${target.label}`, domain),
    subjectIds: [target.id],
  };
}

function shownPage({ url, title, text }: ReadPage) {
  return { url, title, text: cutText(text, textMax) };
}

function summaryOf({ pages, problems }: ReadSite, result: string, domain: string): string {
  return pages.length === 0
    ? `No page of ${domain} could be read. ${problems.join(' ')}`.trim()
    : `Read ${counted(pages.length, 'page')} of ${domain}: ${result}.`;
}
