const letters: Record<string, string> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  ß: 'ss',
  ł: 'l',
  œ: 'oe',
  æ: 'ae',
  '’': "'",
  '‘': "'",
  '´': "'",
  '`': "'",
};

/** Lower case and ASCII. Removes accents and spells out German umlauts. */
export function fold(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFC')
    .replace(/[äöüßłœæ’‘´`]/g, (letter) => letters[letter] ?? letter)
    .normalize('NFD')
    .replace(/\p{M}/gu, '');
}

type Replacement = readonly [pattern: RegExp, by: string];

const tokens: Replacement[] = [
  // People also write about bounces. The status codes are neither days nor prices.
  [/\b[245]\d\d[ -]+#?[245]\.\d{1,3}\.\d{1,3}\b/g, ' smtpcode '],
  [/<?\b[\w.+-]+@[\w-]+(\.[\w-]+)+>?/g, ' emailaddress '],
  [
    /\bhttps?:\/\/\S*(calendly|cal\.com|calendar|meetings\.hubspot|savvycal|doodle|booking|schedule|youcanbook|zcal|tidycal)\S*/g,
    ' calendarlink ',
  ],
  [/\b(calendly|cal)\.com\/\S*/g, ' calendarlink '],
  [/\b(https?:\/\/|www\.)\S+/g, ' weblink '],
  [/(\+|\b00|\(0|\b0)\d[\d ()/.-]{6,}\d/g, ' phonenumber '],
  [/\b\d{1,2}([:.]\d{2})? ?(am|pm|a\.m\.|p\.m\.)(?![a-z])/g, ' clocktime '],
  [/\b\d{1,2}([:.]\d{2})? ?(uhr|uur)\b/g, ' clocktime '],
  [/\b\d{1,2} ?h( ?\d{2})?\b/g, ' clocktime '],
  [/\b\d{1,2}:\d{2}\b/g, ' clocktime '],
];

const afterIm =
  'not|on|in|out|away|off|back|at|from|with|up|down|here|now|no|the|a|an|so|sure|too|very|really|quite|' +
  'pretty|super|just|still|also|only|already|actually|currently|definitely|all|done|busy|interested|' +
  'happy|glad|keen|curious|open|free|available|unable|sorry|afraid|good|fine|ok|okay|game|sick|tired|' +
  'fed|swamped|tied|retired|your|cc|\\w+ing|gonna';
const imAsEnglish = new RegExp(`\\bim(?= (${afterIm})\\b)`, 'g');

const english: Replacement[] = [
  [/\b(do|does|did|is|are|was|were|wo|would|could|should|has|have|ca)n't\b/g, '$1nt'],
  [/\b(do|does|did|is|are|was|were|would|could|should|has|have) not\b/g, '$1nt'],
  [/\bwill not\b/g, 'wont'],
  [/\bcan ?not\b/g, 'cant'],
  [/\bi'm\b/g, 'i am'],
  // Without the apostrophe, it is also a German word.
  [imAsEnglish, 'i am'],
  [/'re\b/g, ' are'],
  [/'ve\b/g, ' have'],
  [/'ll\b/g, ' will'],
  [/\b(i|you|we|he|she|they|who|that)'d\b/g, '$1 would'],
  [/([a-z])'s\b/g, '$1s'],
  [/\be-? ?mail/g, 'email'],
  [/\bopt(ing|ed|s)?[ -](out|in)/g, 'opt$1$2'],
  [/\bun-subscri/g, 'unsubscri'],
  [/\b(un|usn)s?u?b?s?c?r?i?[bp](e|ed|ing)\b/g, 'unsubscribe'],
];

/** Words of a sentence, for matching with phrases. Question marks stay as separate words. */
export function plainWords(sentence: string): string {
  let text = fold(sentence);
  for (const [pattern, by] of [...tokens, ...english]) text = text.replace(pattern, by);
  return text
    .replace(/\?/g, ' ? ')
    .replace(/[^a-z0-9§?]+/g, ' ')
    .trim();
}
