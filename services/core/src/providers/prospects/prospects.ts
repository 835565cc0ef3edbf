import type {
  CompanyCriteria,
  MaskedPerson,
  PageWindow,
  PeopleCriteria,
  ProspectCompany,
  RevealedPerson,
} from '../../domain/prospects/prospect.ts';
import { AppError } from '../../errors/errors.ts';
import { addFacets, mergeCompanyPages, mergePeople } from './merge-results.ts';
import type { Facet, ProspectSource, SourcePage } from './prospect-source.ts';

/** Position reached in each source, by source name. */
export type SourceOffsets = Record<string, number>;

export interface SourceReport {
  name: string;
  ok: boolean;
  total: number;
  /** Problem of the source, if it failed. */
  problem: string | null;
}

export interface FoundPage<Item> {
  items: Item[];
  total: number;
  facets: Record<string, Facet[]>;
  sources: SourceReport[];
  /** Null on the last page. */
  next: SourceOffsets | null;
}

export interface SearchWindow {
  limit: number;
  offsets?: SourceOffsets;
  /** Sources to search. Defaults to all. */
  sources?: string[];
}

interface Answered<Item> {
  source: ProspectSource;
  offset: number;
  page: SourcePage<Item> | null;
  problem: string | null;
}

/** Facts about a source that its IDs tell, also those of providers that the workspace no longer has. */
export type SourceTraits = Pick<ProspectSource, 'idPrefix' | 'isRemote' | 'isFree' | 'isInvented'>;

interface AllSources {
  /** Traits of all sources that can have issued an ID. */
  traits: readonly SourceTraits[];
  /** Sources in this process that the workspace sees. */
  local(workspaceId: string, hasProvider: boolean): Promise<ProspectSource[]>;
  /** Providers of the workspace and of the installation. */
  remote(workspaceId: string): Promise<ProspectSource[]>;
}

/**
 * Combines the sources of each workspace. Searches them concurrently and merges results without duplicates. A failed
 * source is reported, and the others still return results.
 */
export class Prospects {
  readonly #all: AllSources;

  constructor(all: AllSources) {
    this.#all = all;
  }

  /** Providers that the workspace uses. */
  remoteOf(workspaceId: string): Promise<ProspectSource[]> {
    return this.#all.remote(workspaceId);
  }

  /** Sources that the workspace sees. */
  async openTo(workspaceId: string): Promise<ProspectSource[]> {
    const remote = await this.#all.remote(workspaceId);
    return [...(await this.#all.local(workspaceId, remote.length > 0)), ...remote];
  }

  searchPeople(workspaceId: string, criteria: PeopleCriteria, window: SearchWindow): Promise<FoundPage<MaskedPerson>> {
    return this.#search(workspaceId, 'people', window, mergePeople, (source, page) =>
      source.searchPeople(workspaceId, criteria, page),
    );
  }

  searchCompanies(
    workspaceId: string,
    criteria: CompanyCriteria,
    window: SearchWindow,
  ): Promise<FoundPage<ProspectCompany>> {
    return this.#search(workspaceId, 'companies', window, mergeCompanyPages, (source, page) =>
      source.searchCompanies(workspaceId, criteria, page),
    );
  }

  /** Source of a person or company ID. */
  sourceOf(id: string): SourceTraits | undefined {
    return this.#all.traits.find((source) => isOf(source, id));
  }

  /** True if records from this source cost no credits. */
  isFree(id: string): boolean {
    return this.sourceOf(id)?.isFree ?? false;
  }

  /** True if the person or company with this ID does not exist. */
  isInvented(id: string): boolean {
    return this.sourceOf(id)?.isInvented ?? false;
  }

  peek(workspaceId: string, ids: string[]): Promise<MaskedPerson[]> {
    return this.#bySource(workspaceId, ids, (source, own) => source.peek(workspaceId, own));
  }

  reveal(workspaceId: string, ids: string[]): Promise<RevealedPerson[]> {
    return this.#bySource(workspaceId, ids, (source, own) => source.reveal(workspaceId, own));
  }

  getCompanies(workspaceId: string, ids: string[]): Promise<ProspectCompany[]> {
    return this.#bySource(workspaceId, ids, (source, own) => source.getCompanies(workspaceId, own));
  }

  async #bySource<T>(
    workspaceId: string,
    ids: string[],
    ask: (source: ProspectSource, ids: string[]) => Promise<T[]>,
  ): Promise<T[]> {
    if (ids.length === 0) return [];
    const answers = (await this.openTo(workspaceId)).map((source) => {
      const own = ids.filter((id) => isOf(source, id));
      return own.length === 0 ? [] : ask(source, own);
    });
    return (await Promise.all(answers)).flat();
  }

  async #search<Item>(
    workspaceId: string,
    kind: 'people' | 'companies',
    { limit, offsets = {}, sources }: SearchWindow,
    merge: (pages: Item[][], limit: number) => { items: Item[]; taken: number[] },
    ask: (source: ProspectSource, page: PageWindow) => Promise<SourcePage<Item>>,
  ): Promise<FoundPage<Item>> {
    const asked = (await this.openTo(workspaceId)).filter(
      ({ name, searches }) => searches?.[kind] !== false && (sources?.includes(name) ?? true),
    );
    const answers = await Promise.all(
      asked.map((source) => answer(source, { offset: offsets[source.name] ?? 0, limit }, ask)),
    );
    refuseWhenAllFailed(answers);
    const { items, taken } = merge(
      answers.map(({ page }) => page?.items ?? []),
      limit,
    );
    return {
      items,
      total: answers.reduce((sum, { page }) => sum + (page?.total ?? 0), 0),
      facets: addFacets(answers.map(({ page }) => page?.facets ?? {})),
      sources: answers.map(({ source, page, problem }) => ({
        name: source.name,
        ok: page !== null,
        total: page?.total ?? 0,
        problem,
      })),
      next: nextOffsets(answers, taken),
    };
  }
}

function isOf({ idPrefix }: Pick<ProspectSource, 'idPrefix'>, id: string): boolean {
  return id.slice(3).startsWith(idPrefix);
}

async function answer<Item>(
  source: ProspectSource,
  window: PageWindow,
  ask: (source: ProspectSource, page: PageWindow) => Promise<SourcePage<Item>>,
): Promise<Answered<Item>> {
  try {
    return { source, offset: window.offset, page: await ask(source, window), problem: null };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { source, offset: window.offset, page: null, problem: error.message };
  }
}

function refuseWhenAllFailed<Item>(answers: Answered<Item>[]): void {
  if (answers.length === 0 || answers.some(({ page }) => page !== null)) return;
  throw new AppError('provider_failed', answers.map(({ source, problem }) => `${source.name}: ${problem}`).join(' '));
}

function nextOffsets<Item>(answers: Answered<Item>[], taken: number[]): SourceOffsets | null {
  const offsets = answers.map(({ source, offset }, index) => [source.name, offset + (taken[index] ?? 0)] as const);
  const hasMore = answers.some(({ page }, index) => page !== null && offsets[index]![1] < page.total);
  return hasMore ? Object.fromEntries(offsets) : null;
}
