import type { FoundFact } from '../../../domain/prospects/fact.ts';
import {
  deleteFacts,
  type FactRecord,
  factsMax,
  findFactsAbout,
  insertFacts,
} from '../../../store/prospects/fact-store.ts';
import { replacePages } from '../../../store/prospects/page-store.ts';
import type { ActionContext } from '../../context/action-context.ts';
import type { SubjectOfFacts } from './fact-subject.ts';
import type { ReadSite } from './read-site.ts';

/**
 * Stores the pages, and the facts that the record lacks. Facts of an earlier research whose page no longer has them are
 * deleted. Call inside `run`.
 */
export async function storeResearch(
  { subject, id }: SubjectOfFacts,
  { domain, site, found }: { domain: string; site: ReadSite; found: readonly FoundFact[] },
  ctx: ActionContext,
): Promise<{ facts: FactRecord[]; added: number; removed: number }> {
  const { workspaceId, actor } = ctx;
  const now = ctx.now();
  const known = await findFactsAbout(workspaceId, subject);
  const read = new Set(site.pages.map(({ url }) => url));
  const keyOf = ({ url, quote }: { url: string | null; quote: string }) => `${url} ${quote}`;
  const current = new Set(found.map(keyOf));
  const outdated = known.filter(
    (fact) => fact.origin === 'page' && read.has(fact.url ?? '') && !current.has(keyOf(fact)),
  );
  const kept = known.filter((fact) => !outdated.includes(fact));
  const knownKeys = new Set(kept.map(keyOf));
  const fresh = found.filter((fact) => !knownKeys.has(keyOf(fact))).slice(0, factsMax - kept.length);
  if (!site.isCached && site.pages.length > 0) await replacePages(workspaceId, domain, site.pages, now);
  await deleteFacts(
    workspaceId,
    outdated.map((fact) => fact.id),
  );
  const origin = { origin: 'page', isOnPage: true, readAt: now, createdBy: actor } as const;
  const added = await insertFacts(
    workspaceId,
    subject,
    fresh.map((fact) => ({ ...fact, ...origin })),
    now,
  );
  for (const fact of added) await ctx.emit('fact.created', fact.id, { factId: fact.id, subjectId: id, origin: 'page' });
  return { facts: [...kept, ...added], added: added.length, removed: outdated.length };
}
