import type { PassageKind } from './passage.ts';

/** A phrase that a native editor would change, and its usual replacement. */
export interface WordRule {
  pattern: RegExp;
  write: string;
  /** Kinds of text it applies to. Default: all. */
  kinds?: readonly PassageKind[];
}

const shown: readonly PassageKind[] = ['document', 'public'];

/** "Words to replace": the same meaning has one usual word. */
export const phrases: readonly WordRule[] = [
  { pattern: /\bstands? (?!for\b|out\b)(?=[a-z])|\bstood (?!for\b|out\b)(?=[a-z])/, write: 'is, is stored, appears' },
  { pattern: /\blies\b/, write: 'is, is stored, appears' },
  { pattern: /\b[Ww]aits for\b|\b[Ww]ait their turn\b/, write: 'is pending, is queued, needs', kinds: shown },
  {
    pattern: /\b(?:[Ss]ays?|[Ss]aid|[Tt]ells?|[Tt]old) (?:so|what|why|who|how|whether|where|when|which)\b/,
    write: 'shows, returns, reports',
  },
  { pattern: /\b(?:is|are|was|were|be) told\b|\b[Hh]ears? of\b/, write: 'is notified, gets' },
  { pattern: /\b(?:goes|go|went) by\b/, write: 'uses, follows' },
  { pattern: /\b(?:goes|go|went|going) on\b/, write: 'continues, resumes' },
  { pattern: /\b(?:goes|go|went|going) out\b/, write: 'is sent' },
  { pattern: /\b[Ll]ook(?:s|ed|ing)? (?:whether|if|what|again)\b/, write: 'checks' },
  { pattern: /\b(?:is|are|was|were|be|been) looked (?:at|up again)\b/, write: 'is checked' },
  {
    pattern: /\b(?:is|are|was|were|be|been|being|who was|may be) written to\b(?! (?:disk|the|a file|stderr|stdout|⟨))/,
    write: 'contacted, emailed',
  },
  {
    pattern: /\b[Rr]efus(?:e[sd]?|ing|als?)\b/,
    write: 'rejects, is rejected (requests); declines (people)',
    kinds: ['document', 'public', 'test name'],
  },
  { pattern: /\b[Aa]nswer(?:s|ed|ing)? (?:with|by|\d{3})\b/, write: 'returns, responds with' },
  {
    pattern: /\bwish(?:es)? (?:to be|not to)\b|\bleft alone\b|\ba “?"?no"?”?(?= (?:is|was|by|of)\b)/,
    write: 'opt-out request',
  },
  { pattern: /\b[Mm]end(?:s|ed|ing)?\b/, write: 'fixes, fixed' },
  { pattern: /\b(?:un)?ticked\b|\b[Tt]ick (?!marks?\b)/, write: 'selected, select' },
  { pattern: /\b(?:left|leaves|leave|leaving) out\b/, write: 'skipped, omitted' },
  { pattern: /\b(?:taken|takes|take|took|taking) out\b/, write: 'removed' },
  { pattern: /\b[Aa]t once\b/, write: 'immediately, concurrently, together' },
  { pattern: /\bby (?:itself|themselves)\b/, write: 'automatically' },
  { pattern: /\bfor good\b|\banew\b/, write: 'permanently, again' },
  { pattern: /\b(?:[Ss]ome|[Nn]o|[Ee]very)body\b/, write: 'someone, no one, everyone, or the role' },
  { pattern: /\bany more\b(?! (?:than|of|[a-z]+s\b))/, write: 'no longer' },
  { pattern: /\b[Tt]here (?:is|are) none\b/, write: 'no …, not set, missing' },
  { pattern: /\b(?:is|are|was|were) gone\b/, write: 'is deleted, is removed, ended' },
  { pattern: /\bset(?:s|ting)? aside\b/, write: 'hold, held' },
  { pattern: /\bin place of\b/, write: 'instead of' },
  { pattern: /\b(?:came|comes|becomes|became) of (?:it|them|each|the)\b/, write: 'outcome, result' },
  { pattern: /\bmay be\b(?= (?:left|taken|written|asked) )/, write: 'can be' },
  { pattern: /\bfor want of\b|\bwithout a word\b/, write: 'without, silently' },
  { pattern: /\b(?:is|are) the same of\b|\b[Tt]he same (?:holds|stands)\b/, write: 'also applies to' },
  {
    pattern: /\bin vain\b|\bin the open\b|\bby turns\b|\bin turn with\b/,
    write: 'without effect, in clear text, alternately',
  },
  { pattern: /\bstill to be\b|\bhas to be\b(?! (?:a|an|the)\b)|\bis to be\b/, write: 'must, not yet', kinds: shown },
];

/** The glossary: one spelling per term. */
export const terms: readonly WordRule[] = [
  { pattern: /\b[Ee]-mails?\b/, write: 'email' },
  { pattern: /\b[Ww]eb-?hook (?:target|address)(?:es)?\b|\b[Ww]eb-hooks?\b/, write: 'webhook endpoint' },
  {
    pattern: /\b[Ll]og(?:s|ged|ging)?[ -]in(?:to)?\b(?! (?:the|a) (?:file|format))|\b[Ll]ogins?\b/,
    write: 'sign in, sign-in',
  },
  { pattern: /\b[Oo]pt(?:s|ed)?-?outs? (?:list)\b/, write: 'suppression list' },
  { pattern: /\b[Bb]lack-?list(?:s|ed)?\b|\b[Ww]hite-?list(?:s|ed)?\b/, write: 'blocklist, allowlist' },
  { pattern: /\b[Uu]nsubscribes? list\b/, write: 'suppression list' },
  { pattern: /\b[Cc]ustom-fields?\b/, write: 'custom field' },
  { pattern: /\b[Tt]imezones?\b/, write: 'time zone' },
  { pattern: /\b[Mm]ail boxe?s?\b/, write: 'mailbox' },
  { pattern: /\b[Dd]ryruns?\b/, write: 'dry run' },
  { pattern: /\b[Ww]armup\b/, write: 'warm-up' },
];

const british: Record<string, string> = {
  'analys(e|ed|es|ing)': 'analyz…',
  'apologis(e|ed|es|ing)': 'apologiz…',
  'artefacts?': 'artifact',
  'authoris(e|ed|es|ing|ation)': 'authoriz…',
  'behaviours?': 'behavior',
  'cancell(ed|ing)': 'canceled, canceling',
  'capitalis(e|ed|es|ing)': 'capitaliz…',
  'catalogues?': 'catalog',
  'categoris(e|ed|es|ing)': 'categoriz…',
  'centre[sd]?': 'center',
  'colour(s|ed|ing)?': 'color',
  'customis(e|ed|es|ing|ation)': 'customiz…',
  defence: 'defense',
  'emphasis(e|ed|ing)': 'emphasiz…',
  'enrol(s|ment|ments)?': 'enroll, enrollment',
  'favour(s|ed|ing|ite|able)?': 'favor',
  'finalis(e|ed|es|ing)': 'finaliz…',
  'fulfil(s|ment)?': 'fulfill',
  'grey(ed)?': 'gray',
  'honour(s|ed|ing)?': 'honor',
  'initialis(e|ed|es|ing|ation)': 'initializ…',
  judgement: 'judgment',
  'labell(ed|ing)': 'labeled, labeling',
  learnt: 'learned',
  'licences?': 'license',
  'maximis(e|ed|es|ing)': 'maximiz…',
  'minimis(e|ed|es|ing)': 'minimiz…',
  'modell(ed|ing)': 'modeled',
  'neighbour(s|ing)?': 'neighbor',
  'normalis(e|ed|es|ing|ation)': 'normaliz…',
  'optimis(e|ed|es|ing|ation)': 'optimiz…',
  'organis(e|ed|es|ing|ation|ations)': 'organiz…',
  'prioritis(e|ed|es|ing)': 'prioritiz…',
  'programmes?': 'program',
  'recognis(e|ed|es|ing)': 'recogniz…',
  'serialis(e|ed|es|ing|ation)': 'serializ…',
  'signall(ed|ing)': 'signaled',
  spelt: 'spelled',
  'summaris(e|ed|es|ing)': 'summariz…',
  'synchronis(e|ed|es|ing|ation)': 'synchroniz…',
  'tokenis(e|ed|es|ing|ation)': 'tokeniz…',
  'travell(ed|ing|er)': 'traveled',
  'utilis(e|ed|es|ing)': 'use',
  whilst: 'while',
};

/** US spelling. Values and fields of the API keep theirs (`cancelled`, `colour`), in backticks. */
export const spellings: readonly WordRule[] = Object.entries(british).map(([stem, write]) => ({
  pattern: new RegExp(`\\b${stem}\\b`, 'i'),
  write,
}));
