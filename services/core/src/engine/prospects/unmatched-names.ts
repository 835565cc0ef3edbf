import { countryCodeOf } from '../../domain/contacts/places/country-code.ts';
import type { MaskedPerson, PeopleCriteria, ProspectCompany } from '../../domain/prospects/prospect.ts';
import { foldedWords, tellingWords } from '../../domain/prospects/telling-words.ts';
import { type NameInWords, namesInWords } from '../../domain/text/names-in-words.ts';
import type { ProspectSource } from '../../providers/prospects/prospect-source.ts';
import type { SourceReport } from '../../providers/prospects/prospects.ts';
import type { ActionContext } from '../context/action-context.ts';

interface FoundFirst {
  items: readonly (MaskedPerson | ProspectCompany)[];
  sources: SourceReport[];
}

/** Number of names that are looked up per search. */
const namesMax = 6;
/** Number of companies whose keywords are read. */
const keywordsMax = 25;

/** Sentences about the names in a description that nothing matches. They come before the results. */
export async function unmatchedNames(
  kind: 'people' | 'companies',
  description: string | undefined,
  found: FoundFirst,
  ctx: ActionContext,
): Promise<string[]> {
  const sentences: string[] = [];
  for (const named of namesInWords(description ?? '').slice(0, namesMax)) {
    if (named.kind === 'title' && (kind === 'companies' || tellingWords(named.name).length === 0)) continue;
    if (found.items.some((item) => isAbout(item, named))) continue;
    const sentence = (await isKnown(named, found, ctx)) ? elsewhere(named) : `No ${nounOf(named)} in your sources.`;
    if (sentence !== null) sentences.push(sentence);
  }
  return sentences;
}

function nounOf({ kind, name }: NameInWords): string {
  return kind === 'title' ? `title like “${name}”` : `${kind} named ${name}`;
}

/** The name exists, but not among the first results. A title says nothing then: other words of it may match. */
function elsewhere({ kind, name }: NameInWords): string | null {
  if (kind === 'title') return null;
  return `None of the first results is ${kind === 'company' ? 'at' : 'in'} ${name}.`;
}

function holdsAll(text: string | null, words: string[]): boolean {
  const known = new Set(foldedWords(text ?? ''));
  return words.every((word) => known.has(word));
}

function isAbout(item: MaskedPerson | ProspectCompany, { kind, name }: NameInWords): boolean {
  const words = foldedWords(name);
  const { city, region, country } = item.location;
  if (kind === 'place') return country === (countryCodeOf(name) ?? '') || holdsAll([city, region].join(' '), words);
  if (kind === 'title') return 'title' in item && holdsAll(item.title, tellingWords(name));
  return holdsAll('companyName' in item ? item.companyName : item.name, words);
}

/** Criteria under which a name is known. Words such as Logistics or Sales after "in" name a field. */
function criteriaOf({ kind, name }: NameInWords): PeopleCriteria[] {
  if (kind === 'title') return [{ titles: [tellingWords(name).join(' ')] }];
  const code = countryCodeOf(name);
  const asPlace = [{ cities: [name] }, { regions: [name] }, ...(code === undefined ? [] : [{ countries: [code] }])];
  const own = kind === 'company' ? [{ companyNames: [name] }] : [];
  return [...own, ...asPlace, { industries: [name] }, { titles: [name] }];
}

/** Asks only sources in this process. A provider that found something may know the name. */
async function isKnown(named: NameInWords, { sources }: FoundFirst, ctx: ActionContext): Promise<boolean> {
  const { workspaceId, ports } = ctx;
  const asked = (await ports.prospects.openTo(workspaceId)).filter(({ name }) =>
    sources.some((one) => one.name === name),
  );
  const local = asked.filter(({ isRemote }) => !isRemote);
  if (sources.some(({ name, total }) => total > 0 && !local.some((source) => source.name === name))) return true;
  for (const criteria of criteriaOf(named)) {
    for (const source of local) {
      const { total } = await source.searchPeople(workspaceId, criteria, { offset: 0, limit: 1 });
      if (total > 0) return true;
    }
  }
  return named.kind !== 'title' && (await isKeyword(named.name, local, workspaceId));
}

/** True for words such as SaaS, with which companies describe themselves. A mention in a description is not enough. */
async function isKeyword(name: string, local: ProspectSource[], workspaceId: string): Promise<boolean> {
  const words = foldedWords(name);
  for (const source of local) {
    const { items } = await source.searchCompanies(
      workspaceId,
      { keywords: [name] },
      { offset: 0, limit: keywordsMax },
    );
    if (items.some(({ keywords }) => keywords.some((keyword) => holdsAll(keyword, words)))) return true;
  }
  return false;
}
