import { alpha2ByAlpha3 } from './country-codes-iso.ts';

/** Short, formal, and former names missing from CLDR, as normalized by `plain` (ISO 3166-1 and common use). */
// biome-ignore format: a table.
const otherNames: Record<string, string> = {
  uk: 'GB', england: 'GB', scotland: 'GB', wales: 'GB', 'northern ireland': 'GB', 'great britain': 'GB', britain: 'GB',
  schottland: 'GB', grossbritannien: 'GB', 'grande bretagne': 'GB', 'gran bretana': 'GB', ecosse: 'GB', escocia: 'GB',
  'united kingdom of great britain and northern ireland': 'GB', 'u k': 'GB', 'vereinigtes konigreich': 'GB',
  usa: 'US', 'u s a': 'US', us: 'US', 'u s': 'US', 'united states of america': 'US', america: 'US', amerika: 'US', 'etats unis d amerique': 'US',
  eeuu: 'US', 'ee uu': 'US', 'estados unidos de america': 'US', 'stati uniti d america': 'US', 'vereinigte staaten von amerika': 'US',
  'estados unidos da america': 'US', 'states': 'US', holland: 'NL', hollande: 'NL', holanda: 'NL', olanda: 'NL', 'pays bas': 'NL',
  'czech republic': 'CZ', 'tschechische republik': 'CZ', 'republique tcheque': 'CZ', 'ceska republika': 'CZ', 'republica checa': 'CZ',
  'slovak republic': 'SK', 'slovakische republik': 'SK', osterreich: 'AT', osterreichische: 'AT', schweiz: 'CH', suisse: 'CH',
  svizzera: 'CH', 'swiss confederation': 'CH', brd: 'DE', brasil: 'BR', turkey: 'TR', turkiye: 'TR', turkei: 'TR', 'republic of turkiye': 'TR',
  russia: 'RU', 'russian federation': 'RU', 'russische foderation': 'RU', 'federation de russie': 'RU', 'federacion de rusia': 'RU',
  'hong kong': 'HK', hongkong: 'HK', 'hong kong sar': 'HK', 'hong kong s a r': 'HK', hksar: 'HK', 'hong kong china': 'HK', macau: 'MO', macao: 'MO', 'macau sar': 'MO',
  taiwan: 'TW', 'taiwan province of china': 'TW', 'taiwan roc': 'TW', 'republic of china': 'TW', 'chinese taipei': 'TW',
  prc: 'CN', 'pr china': 'CN', 'p r china': 'CN', "people's republic of china": 'CN', 'peoples republic of china': 'CN', 'mainland china': 'CN', 'vr china': 'CN',
  korea: 'KR', 'korea republic of': 'KR', 'republic of korea': 'KR', 'korea south': 'KR', 's korea': 'KR', rok: 'KR', sudkorea: 'KR',
  "korea democratic people's republic of": 'KP', 'korea democratic peoples republic of': 'KP', "democratic people's republic of korea": 'KP', 'korea north': 'KP', dprk: 'KP',
  uae: 'AE', 'u a e': 'AE', vae: 'AE', emirates: 'AE', emirate: 'AE', dubai: 'AE', 'abu dhabi': 'AE', emirats: 'AE', 'emirats arabes unis': 'AE', 'emiratos arabes': 'AE', eau: 'AE',
  ksa: 'SA', 'kingdom of saudi arabia': 'SA', 'iran islamic republic of': 'IR', 'islamic republic of iran': 'IR', persia: 'IR',
  'viet nam': 'VN', 'socialist republic of vietnam': 'VN', "lao people's democratic republic": 'LA', 'lao peoples democratic republic': 'LA', laos: 'LA',
  'syrian arab republic': 'SY', 'bolivia plurinational state of': 'BO', 'plurinational state of bolivia': 'BO', 'venezuela bolivarian republic of': 'VE',
  'bolivarian republic of venezuela': 'VE', 'tanzania united republic of': 'TZ', 'united republic of tanzania': 'TZ', 'moldova republic of': 'MD',
  'republic of moldova': 'MD', 'macedonia the former yugoslav republic of': 'MK', 'the former yugoslav republic of macedonia': 'MK', fyrom: 'MK', macedonia: 'MK',
  'congo the democratic republic of': 'CD', 'democratic republic of the congo': 'CD', 'congo democratic republic of the': 'CD', drc: 'CD', 'dr congo': 'CD', zaire: 'CD', 'congo kinshasa': 'CD',
  'republic of the congo': 'CG', 'congo republic of the': 'CG', congo: 'CG', 'congo brazzaville': 'CG', "cote d'ivoire": 'CI', 'cote d ivoire': 'CI', 'ivory coast': 'CI', elfenbeinkuste: 'CI',
  'brunei darussalam': 'BN', 'cabo verde': 'CV', 'cape verde': 'CV', swaziland: 'SZ', burma: 'MM', 'timor leste': 'TL', 'east timor': 'TL', 'micronesia federated states of': 'FM',
  'palestine state of': 'PS', 'state of palestine': 'PS', palestine: 'PS', palastina: 'PS', 'palestinian territory': 'PS', 'palestinian territory occupied': 'PS', 'holy see': 'VA',
    'vatican city': 'VA', 'holy see vatican city state': 'VA',
  'republic of ireland': 'IE', eire: 'IE', 'irish republic': 'IE', 'republic of south africa': 'ZA', rsa: 'ZA', 'bosnia': 'BA', 'bosnia herzegovina': 'BA', bosnien: 'BA',
    'st lucia': 'LC', 'st kitts and nevis': 'KN',
  'trinidad': 'TT', 'antigua': 'AG', 'kyrgyz republic': 'KG', 'weissrussland': 'BY', belorussia: 'BY', byelorussia: 'BY', 'bielorussie': 'BY', 'gambia the': 'GM',
    'bahamas the': 'BS', 'philippines the': 'PH', 'netherlands the': 'NL',
  'virgin islands us': 'VI', 'virgin islands british': 'VG', 'saint helena': 'SH', 'reunion island': 'RE', nz: 'NZ', aotearoa: 'NZ', el: 'GR', hellas: 'GR', kosovo: 'XK',
};

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
