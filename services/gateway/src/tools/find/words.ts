import SearchableMap from 'minisearch/SearchableMap';
import { countries } from './countries.ts';
import { readTable } from './read-table.ts';

/** Multiword phrases with a single meaning, replaced before any other processing. */
const wholePhrases: readonly (readonly [RegExp, string])[] = [
  [/^list (?!of\b|for\b|with\b|from\b)/g, 'show which '],
  [/\S+@\S+/g, 'address contact'],
  [/https?:\S+/g, 'url'],
  [/\b[\w-]+\.(?:com|org|net|de|io|example|co)\b/g, 'domain'],
  [/\bdo[ -]not[ -](?:mail|contact|e-?mail)(?: list)?\b/g, 'suppression'],
  [/\b(?:working|business|office) hours\b/g, 'sendhours'],
  [/\bgdpr (?:data )?(?:export|access)\b/g, 'dsar'],
  [/\bideal (?:customer|client)s?\b|\b(?:wunsch|ideal)kunden?\b/g, 'profile'],
  [/\bteam members?\b/g, 'colleague'],
  [/\b(contacts|companies|campaigns|lists|kontakte|firmen|kampagnen|listen)\b/g, '$1 all'],
  [/\bpersonal data\b/g, 'dsar erase data'],
  [
    /\b(?:do not|don['’]?t|never|stop|not) (?:contact|e-?mail|write|writing|e-?mailing|contacting|mail)\b/g,
    'suppression',
  ],
  [/\b(?:does|do)(?:n['’]t| not) (?:want|wish)\b.*\b(?:mails?|e-?mails?|messages?|hear from)\b/g, 'suppression add'],
  [/\bno (?:more|longer) (?:mails?|e-?mails?|messages?)\b/g, 'suppression add'],
  [/\bopt(?:ed|s|ing)?[ -]?(?:out|outs)\b/g, 'suppression'],
  [/\b(?:nicht|nie|keine?) (?:mehr |wieder )?(?:anschreiben|kontaktieren|mails?)\b/g, 'suppression'],
  [
    /\b(?:may|can|am|are) (?:i|we) (?:not )?(?:allowed to )?(?:write|contact|e-?mail|mail)\b|\b(?:darf|dürfen) (?:ich|wir) (?:\S+ ){0,4}(?:schreiben|anschreiben|kontaktieren)\b/g,
    'suppression check',
  ],
  [/\bwhom?\b.*\b(?:not|never) (?:write|contact|e-?mail)\b|\bmay we not write\b/g, 'suppression which'],
  [
    /\bopt(?:ed|s|ing)? (?:back |again )?in\b|\b(?:off|aus|from) (?:the |der )?(?:blacklist|blocklist|sperrliste|dnc)\b/g,
    'suppression remove',
  ],
  [
    /\b(?:tell|ask|thank|write|sag|sage|schreib|schreibe|frag|frage) (?:him|her|them|ihm|ihr|ihnen|sie|ihn)\b/g,
    'reply draft',
  ],
  [/\b(?:without|ohne|lacking|nobody has|never been|never got|not yet been|sans|sin|senza)\b/g, 'lacking'],
  [/\bliste noire\b|\blista n(?:e|eg)ra\b/g, 'suppression add'],
  [/\b(?:ne plus|no (?:volver|quiere)|non (?:contattare|scrivere))\b/g, 'suppression add'],
  [/\b(?:log|sign)(?:ging|ing)? in\b|\btwo[ -](?:step|factor)\b/g, 'login'],
  [/\bsmart views?\b/g, 'list'],
  [/\b(?:on (?:its|their) own|by itself|automatically|von selbst|automatisch)\b/g, 'autopilot'],
  [
    /\b(?:postal|physical|postanschrift|mailing|office|firmen|company|our) ?(?:address|anschrift|adresse)\b|\bpostanschrift\b/g,
    'footer address setting',
  ],
  [
    /\b(?:in|into|to|on|auf) (?:the |this |that |die |eine |my )?(?:\S+ )?(?:sequence|cadence|campaign|drip|kampagne|sequenz)\b(?=.*$)/g,
    '$& incampaign',
  ],
  [
    /\b(?:from|of|out of|off|aus) (?:the |this |der |my )?(?:\S+ )?(?:sequence|cadence|campaign|drip|kampagne|sequenz)\b/g,
    '$& outcampaign',
  ],
  [/\bfollow[ -]?ups?\b/g, 'followup'],
  [/\ba ?[/&] ?b[ -]tests?\b/g, 'abtest'],
  [/\bwarm(?:ing)?[ -]up\b/g, 'warmup'],
  [/\b(?:set|setting|hook|hooking) (?:\S+ ){0,2}up\b/g, 'create connect'],
  [/(?<!mail |message |it )\b(?:look|search)(?:ing)? for\b/g, 'find'],
  [/\blook(?:ing)? up\b/g, 'find'],
  [/\b(?:go|goes|going|make|put) (?:\S+ ){0,4}live\b/g, 'launch publish'],
  [/\b(?:let|make) (?:it|them) (?:go )?(?:out|run|go)\b|\b(?:fire|kick|send) (?:it |them )?off\b/g, 'launch'],
  [/\bout of (?:the )?office\b/g, 'absence'],
  [/\b(?:on|from) (?:vacation|holidays?|leave)\b|\b(?:im|in) urlaub\b/g, 'absence pause enrollment'],
  [/\b(?:api|access)[ -]?(?:keys?|schlüssel|tokens?)\b/g, 'apikey'],
  [/\be-?mail (?:account|konto)s?\b|\b(?:mail|sender) accounts?\b/g, 'mailbox'],
  [/\be-mails?\b/g, 'email'],
  [/\b(?:get|got|getting) rid of\b|\bthrow (?:\S+ ){0,3}away\b/g, 'delete'],
  [/\b(?:take|taken|kick|drop|pull|get) ((?:\S+ ){1,4})(?:off|out of)\b/g, 'takeout $1'],
  [/\b(?:carry|go|going|keep) on\b|\bpick up again\b|\bwieder ?aufnehmen\b/g, 'resume'],
  [/\bcall (?:\S+ ){0,3}off\b|\bgive up on\b/g, 'cancel'],
  [/\b(?:write|writing|wrote|mail|get) (?:\S+ ){0,2}back\b|\breply to\b|\banswer to\b|\brespond to\b/g, 'reply draft'],
  [/\b(?:pass|hand) (?:\S+ ){0,3}(?:on|over)\b/g, 'forward'],
  [/\b(?:write|jot|note) (?:\S+ ){0,3}down\b|\bremember (?:that|about)\b/g, 'note add'],
  [
    /\bwho (?:did|has|have|was|changed|deleted|edited|launched|sent|approved)\b|\bwer hat (?:\S+ ){1,4}(?:gestartet|gelöscht|geändert|gemacht|verschickt|freigegeben)\b/g,
    'audit who',
  ],
  [/\bpart of my day\b|\bto[ -]dos?\b/g, 'task'],
  [/\bad[ -]?hoc\b/g, 'now'],
  [
    /\b(?:every|each) (?:\S+ )?(?:hours?|days?|mornings?|evenings?|nights?|weeks?|weekdays?|months?|(?:mon|tues|wednes|thurs|fri|satur|sun)days?)\b/g,
    'recurrence',
  ],
  [/\bjede[nmrs]? (?:\S+ )?(?:stunde|tag|morgen|abend|nacht|woche|monat|\w+tag|mittwoch)\b/g, 'recurrence'],
  [/\b(?:once|twice) (?:a|per) (?:day|week|month)\b/g, 'recurrence'],
  [/\bfirst of (?:the|every|each) month\b|\bersten des monats\b/g, 'recurrence'],
  [
    /\b(?:daily|weekly|monthly|nightly|hourly|recurring|täglich|wöchentlich|monatlich|stündlich)\b(?! (?:caps?|limits?|reports?|summar|volumes?|sends?|maxim))/g,
    'recurrence',
  ],
];

export function wordsOf(text: string): string[] {
  const read = wholePhrases.reduce((rest, [phrase, word]) => rest.replace(phrase, word), text.toLowerCase());
  return read.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
}

const stopWords = new Set(
  `a an and the this that these those my our your their his her its i we you it me us of to in on at by for from with \
into as is are was were be been am do does did can could would should will shall may might must please want need like \
when where there here all any some every each just only then so if or yes after
der die das den dem des ein eine einen einem einer und oder ich wir du er sie es mir mich uns ihre mein meine meinen \
unser unsere zu zum zur im in am an auf für von mit bei aus ist sind war hat haben habe kann können möchte will bitte \
alle alles diese dieser dieses mehr wo was nach über gehen geht gerade
le la les un une du des au aux et ou où je nous vous il elle ce cette ces mon ma mes notre nos votre dans avec sur pour par en sont est été reste
el los las una unos unas y o yo nosotros este esta mi mis nuestro nuestra con por para al del está han
lo gli uno e ed io noi questo questa mio mia miei nostra di da per su alla sua os as um uma eu meu minha no na
de het een ik wij we deze dit mijn onze met voor naar op aan t m s d l qu`.split(/\s+/),
);

/**
 * Maps each word to the first word of its row. `same-words` has the product's words in English and German,
 * `field-words` has further words of the field, and `foreign-words` covers five more languages. A later table wins.
 */
const canonical = new Map(
  ['foreign-words', 'field-words', 'same-words']
    .flatMap(readTable)
    .flatMap(([first, others]) => [first, ...others.split(' ')].map((word) => [stem(folded(word)), first] as const)),
);

/**
 * The term that is indexed and searched for a word, or the two parts of a German compound. Null for a word without
 * meaning.
 */
export function termOf(word: string): string | string[] | null {
  const lower = word.toLowerCase().replace(/['’]s?$/, '');
  const stemmed = stem(folded(lower));
  const own = canonical.get(stemmed);
  if (own) return own;
  if (stopWords.has(lower) || lower.length < 2) return null;
  return countries.has(lower) ? 'city' : (partsOf(folded(lower)) ?? stemmed);
}

const partLengthMin = 4;
const headLengthMin = 5;

/**
 * Splits compounds: Kontakthistorie is contact and history. The last part names the thing: Logistikunternehmen are
 * companies.
 */
function partsOf(word: string): string[] | undefined {
  for (let start = partLengthMin; start <= word.length - partLengthMin; start += 1) {
    const head = canonical.get(stem(word.slice(start)));
    if (head === undefined) continue;
    const first = canonical.get(stem(word.slice(0, start)));
    if (first !== undefined) return [first, head];
    if (word.length - start >= headLengthMin) return [head];
  }
  return undefined;
}

/** Umlauts in their common typed form, other letters without accents. */
function folded(word: string): string {
  const german = word.replaceAll('ä', 'ae').replaceAll('ö', 'oe').replaceAll('ü', 'ue').replaceAll('ß', 'ss');
  return german.normalize('NFD').replace(/\p{M}/gu, '');
}

const misspeltFrom = 5;
const known = SearchableMap.from([...canonical].filter(([word]) => word.length >= misspeltFrom));

/** Like `termOf`, for queries: an unknown word is read as the nearest known one (campagin, webhok). */
export function askedTermOf(word: string, isIndexed: (term: string) => boolean): string | string[] | null {
  const term = termOf(word);
  if (typeof term !== 'string' || term.length < misspeltFrom || isIndexed(term)) return term;
  const near = [...known.fuzzyGet(term, term.length > misspeltFrom + 1 ? 2 : 1)];
  near.sort(([, [, a]], [, [, b]]) => a - b);
  return near[0]?.[1][0] ?? term;
}

/** Light stemming: plural and common verb endings, in both languages. */
function stem(word: string): string {
  const short = word
    .replace(/(?<=..)ies$/, 'y')
    .replace(/(?<=...)(ing|ed|en|es|er|e|s|n)$/, '')
    .replace(/(?<=..)(.)\1$/, '$1');
  return short.length < 3 ? word : short;
}
