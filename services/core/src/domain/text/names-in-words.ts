/** A company, place, or position that a plain description names. */
export interface NameInWords {
  kind: 'company' | 'place' | 'title';
  name: string;
}

const capitalized = String.raw`\p{Lu}[\p{L}\p{N}&.'’-]*(?:\s+(?:&|\p{Lu}[\p{L}\p{N}&.'’-]*))*`;
// "at SaaS companies" describes companies; only a name at the end of its phrase is a name.
const phraseEnd = String.raw`(?=\s*(?:$|[,;!?])|\s+(?:in|at|near|and|or|who|that|with|bei|chez|à)\s)`;
const companies = new RegExp(String.raw`(?<=\s|^)(?:at|from|bei|chez)\s+(${capitalized})${phraseEnd}`, 'gu');
const places = new RegExp(String.raw`(?<=\s|^)(?:in|near|around)\s+(${capitalized})${phraseEnd}`, 'gu');
const beforeCompany = /^(.+?)\s(?:at|bei|chez)\s/u;

function namesBy(pattern: RegExp, description: string): string[] {
  const names = [...description.matchAll(pattern)].map(([, name]) => name!.replace(/[.’']+$/u, ''));
  return [...new Set(names)];
}

/** Positions before "at": "heads of sales" and "CFOs" in "heads of sales and CFOs at Siemens". */
function titlesIn(description: string): string[] {
  const [, positions = ''] = beforeCompany.exec(description) ?? [];
  return positions.split(/\s(?:and|or|und|et)\s|,/u).map((one) => one.trim());
}

/** Names in a plain description, such as Siemens and Munich in "heads of sales at Siemens in Munich". */
export function namesInWords(description: string): NameInWords[] {
  const named = (kind: NameInWords['kind'], names: string[]) => names.map((name) => ({ kind, name }));
  return [
    ...named('company', namesBy(companies, description)),
    ...named('place', namesBy(places, description)),
    ...named(
      'title',
      titlesIn(description).filter((title) => title !== ''),
    ),
  ];
}
