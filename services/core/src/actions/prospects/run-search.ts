import type { ActionContext } from '../../engine/context/action-context.ts';
import type { SearchWindow, SourceOffsets } from '../../providers/prospects/prospects.ts';
import { addSearch } from '../../store/prospects/search-history-store.ts';
import { requireSources } from './search-criteria.ts';

interface SearchInput {
  sources?: string[];
  limit?: number;
  cursor?: string;
}

interface Found {
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
  requireSources(input.sources, ctx);
  const request = ctx.pager.request(input, 'relevance');
  const offsets = request.after?.value as SourceOffsets | undefined;
  const found = await search({ limit: request.limit, offsets, sources: input.sources });
  if (offsets === undefined) await remember(kind, input, found.total, ctx);
  const next = found.next === null ? null : { value: found.next, id: kind };
  return { found, page: ctx.pager.answer(input, request, { items: [], next }) };
}

function remember(kind: 'people' | 'companies', input: SearchInput, total: number, ctx: ActionContext) {
  const { cursor: _cursor, limit: _limit, ...criteria } = input;
  return addSearch(ctx.workspaceId, { kind, criteria, total, searchedBy: ctx.actor.name }, ctx.now());
}
