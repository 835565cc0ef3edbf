import { alpha2ByAlpha3 } from './country-codes-iso.ts';
import countryNames from './country-names.json' with { type: 'json' };

/** Short, formal, and former names missing from CLDR, as normalized by `plain` (ISO 3166-1 and common use). */
const otherNames: Record<string, string> = countryNames;

/** Languages of the product's texts and files. The first one that knows a name decides. */
// biome-ignore format: a list.
const languages = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'sv', 'da', 'nb', 'fi', 'cs', 'sk', 'hu', 'ro', 'tr', 'el', 'ru', 'uk', 'ja', 'zh', 'zh-Hant', 'ko', 'ar', 'he'];
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

/** Lower case, without accents, punctuation, and "the". */
function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/ı/g, 'i')
    .replace(/[’`´]/g, "'")
    .replace(/&/g, ' and ')
    .replace(/[^\p{L}\p{N}']+/gu, ' ')
    .replace(/^the /, '')
    .replace(/ s ?a ?r( china)?$/, '')
    .trim();
}

// Withdrawn codes (FX, SU, YU, …) have the name of the successor country.
function isCurrent(code: string): boolean {
  return new Intl.Locale(`und-${code}`).region === code;
}

const noCountries = ['ZZ', 'UK', 'EU', 'UN', 'EZ'];

function readNames(inLanguages: readonly string[]): Map<string, string> {
  const codes = [...letters].flatMap((first) => [...letters].map((second) => first + second));
  const current = codes.filter(
    (code) => names.of(code) !== undefined && !noCountries.includes(code) && isCurrent(code),
  );
  const byName = new Map<string, string>();
  for (const language of inLanguages) {
    const inLanguage = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
    for (const code of current) {
      const name = inLanguage.of(code) ?? '';
      for (const one of [plain(name), plain(name.replace(/\(.*\)/u, ''))])
        if (one !== '' && !byName.has(one)) byName.set(one, code);
    }
  }
  return byName;
}

let english: Map<string, string> | undefined;
/** Loaded on the first non-English name, because loading is slow. */
let others: Map<string, string> | undefined;

function byName(name: string): string | undefined {
  if (name === '') return undefined;
  english ??= new Map([
    ...readNames(['en']),
    ...Object.entries(otherNames).map(([other, code]) => [plain(other), code] as const),
  ]);
  const found = english.get(name);
  if (found !== undefined) return found;
  others ??= readNames(languages.slice(1));
  return others.get(name);
}

/** Removes the form of government: "Republic of France", "Korea, Republic of". */
function withoutForm(name: string): string {
  return name
    .replace(
      /^(?:federal |federative |islamic |arab |hellenic |italian |french |portuguese |argentine )?(?:republic|kingdom|state|commonwealth|principality|grand duchy|sultanate|federation) of (?:the )?/,
      '',
    )
    .replace(/ (?:federal )?(?:republic|kingdom|state|federated states)(?: of)?(?: the)?$/, '')
    .replace(
      /^(?:bundesrepublik|republik|konigreich|republique (?:de |du |d')|royaume de |republica (?:de |del )?|reino de |repubblica (?:di )?)\s*/,
      '',
    );
}

/**
 * ISO 3166-1 alpha-2 code of a country, from a code (alpha-2, alpha-3) or a name in many languages. Undefined if
 * unknown.
 */
export function countryCodeOf(text: string): string | undefined {
  const code = text.trim().toUpperCase().replaceAll('.', '');
  if (/^[A-Z]{3}$/.test(code) && alpha2ByAlpha3.has(code)) return alpha2ByAlpha3.get(code);
  if (/^[A-Z]{2}$/.test(code) && !Object.hasOwn(otherNames, code.toLowerCase()) && names.of(code) !== undefined)
    return code;
  for (const spelling of [text, text.replace(/\(.*\)/u, ''), text.split('/')[0]!]) {
    const name = plain(spelling);
    const found = byName(name) ?? byName(withoutForm(name));
    if (found !== undefined) return found;
  }
  return undefined;
}

export function countryNameOf(code: string): string {
  return (/^[A-Z]{2}$/.test(code) ? names.of(code) : undefined) ?? code;
}
