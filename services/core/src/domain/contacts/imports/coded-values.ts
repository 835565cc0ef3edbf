import { plainWord } from './yes-and-no.ts';

type Words = readonly (readonly [pattern: RegExp, value: string])[];

/** Words in other programs and languages for our enumerated values. The first match applies. */
const seniorityWords: Words = [
  [/\b(?:owner|inhaber(?:in)?|proprietaire|propietari[oa]|titolare|eigenaar)\b/, 'owner'],
  [/\b(?:co ?)?(?:founder|grunder(?:in)?|fondat(?:eur|rice|ore)|fundador[a]?|oprichter)\b/, 'founder'],
  [/\bc ?(?:suite|level|xo)\b|\bcxo\b|\bchief\b|\bexecutive\b|\bgeschaftsfuhr|\bvorstand/, 'c_suite'],
  [/\bpartner(?:in)?\b/, 'partner'],
  [/\b[se]?vp\b|\bvice president\b/, 'vp'],
  [/\bhead\b|\bleiter(?:in)?\b|\bleitung\b|\bresponsable\b/, 'head'],
  [/\bdirect(?:or|eur|rice|ore)\b|\bdirektor(?:in)?\b/, 'director'],
  [/\bmanager(?:in)?\b|\bteam ?lead\b|\bgerente\b/, 'manager'],
  [/\bintern(?:ship)?\b|\btrainee\b|\bpraktikant|\bwerkstudent|\bstagiaire\b/, 'intern'],
  [/\bentry\b|\bjunior\b|\btraining\b/, 'entry'],
  [/\bsenior\b/, 'senior'],
];
const emailStatusWords: Words = [
  [
    /\bnot verified\b|\bunverified\b|\bextrapolated\b|\bguessed\b|\bunavailable\b|\bnot checked\b|\bpending\b|\bunchecked\b/,
    'unverified',
  ],
  [/\bcatch ?all\b|\baccept ?all\b/, 'catch_all'],
  [/\binvalid\b|\bundeliverable\b|\bnot valid\b|\bbad\b|\bungultig\b/, 'invalid'],
  [/\bdo not mail\b|\bspam ?trap\b|\babuse\b/, 'do_not_mail'],
  [/\bdisposable\b|\btemporary\b/, 'disposable'],
  [/\brole\b/, 'role_based'],
  [/\brisky\b|\bquestionable\b/, 'risky'],
  [/\bunknown\b/, 'unknown'],
  [/\bverified\b|\bvalid\b|\bdeliverable\b|\bgultig\b|^ok$/, 'valid'],
];
const basisWords: Words = [
  [
    /^(?:legitimate interests?|berechtigtes interesse|interet legitime|interes legitimo|interesse legitt?imo|gerechtvaardigd belang)\b/,
    'legitimate_interest',
  ],
  [
    /^(?:freely given )?consent(?: from contact| given)?$|^einwilligung$|^consentement$|^consentimiento$|^consenso$/,
    'consent',
  ],
  [/^(?:performance of (?:a )?)?contract\b|^vertrag\b|^contrat\b|^contrato\b/, 'contract'],
  [/^not applicable\b/, 'not_applicable'],
];

const tables: Record<string, Words> = {
  seniority: seniorityWords,
  emailStatus: emailStatusWords,
  declaredBasis: basisWords,
};

/** Maps another program's word to an enumerated value. Unknown words are unchanged, to be rejected later. */
export function codedValue(target: string, text: string, known: readonly string[]): string {
  const code = text.toLowerCase().replace(/[\s-]+/g, '_');
  if (known.includes(code)) return code;
  const words = plainWord(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  return tables[target]?.find(([pattern]) => pattern.test(words))?.[1] ?? code;
}

const usZones: Words = [
  [/\beastern\b/, 'America/New_York'],
  [/\bcentral time\b|\bcentral standard\b/, 'America/Chicago'],
  [/\bmountain\b/, 'America/Denver'],
  [/\bpacific time\b|\bpacific standard\b|\bpacific daylight\b/, 'America/Los_Angeles'],
];
let zonesByCity: Map<string, string> | undefined;

function isZone(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone });
    return true;
  } catch {
    return false;
  }
}

/**
 * IANA time zone for other programs' labels, such as "(GMT+01:00) Amsterdam, Berlin". Undefined if no place is named.
 */
export function timeZoneOf(text: string): string | undefined {
  if (/^[\w/+-]+$/.test(text) && isZone(text)) return text;
  zonesByCity ??= new Map(Intl.supportedValuesOf('timeZone').map((zone) => [plainWord(zone.split('/').at(-1)!), zone]));
  for (const place of text.replace(/\([^)]*\)/g, ',').split(/[,;/]/)) {
    const zone = zonesByCity.get(plainWord(place));
    if (zone !== undefined) return zone;
  }
  return usZones.find(([pattern]) => pattern.test(text.toLowerCase()))?.[1];
}
