import type { MaskedPerson, ProspectCompany } from '../../domain/prospects/prospect.ts';
import type { ActionContext } from '../../engine/context/action-context.ts';
import { unmatchedNames } from '../../engine/prospects/unmatched-names.ts';
import type { SearchWindow, SourceOffsets, SourceReport } from '../../providers/prospects/prospects.ts';
import { addSearch } from '../../store/prospects/search-history-store.ts';
import { requireSources } from './search-criteria.ts';

interface SearchInput {
  description?: string;
  sources?: string[];
  limit?: number;
  cursor?: string;
}

interface Found {
  items: (MaskedPerson | ProspectCompany)[];
  sources: SourceReport[];
  total: number;
  next: SourceOffsets | null;
}

/** Runs a search and returns one page. Only the first page of a search is added to the history. */
export async function runSearch<Result extends Found>(
  kind: 'people' | 'companies',
  input: SearchInput & Record<string, unknown>,
  ctx: ActionContext,
  search: (window: SearchWindow) => Promise<Result>,
) {
  await requireSources(input.sources, ctx);
  const request = ctx.pager.request(input, 'relevance');
  const offsets = request.after?.value as SourceOffsets | undefined;
  const found = await search({ limit: request.limit, offsets, sources: input.sources });
  const isFirst = offsets === undefined;
  if (isFirst) await remember(kind, input, found.total, ctx);
  const unmatched = isFirst ? await unmatchedNames(kind, input.description, found, ctx) : [];
  const next = found.next === null ? null : { value: found.next, id: kind };
  return { found, unmatched, page: ctx.pager.answer(input, request, { items: [], next }) };
}

function remember(kind: 'people' | 'companies', input: SearchInput, total: number, ctx: ActionContext) {
  const { cursor: _cursor, limit: _limit, ...criteria } = input;
  return addSearch(ctx.workspaceId, { kind, criteria, total, searchedBy: ctx.actor.name }, ctx.now());
}
