const wrapLengthMin = 55;
const sentenceLengthMax = 700;
const piecesMax = 4;
/** Real replies are shorter. Longer ones would take too long to read, so only the start and the end are read. */
export const sentencesMax = 160;
const lastSentencesMax = 60;
const abbreviations = new RegExp(
  [
    String.raw`\b(art|abs|nr|no|mr|mrs|ms|dr|sig|dott|ssa|prof|hr|fr|st|str|bzw|ggf|evtl|ca|inkl|usw|etc|vs|approx|`,
    'tel|ext|dhr|mevr|sr|sra|dra|ing|m|mme|p|ul|tzw|np|jan|feb|apr|aug|sept|oct|nov|dec|dez|okt|i|z|b|d|',
    String.raw`h|u|a|e|s|lit|gem|lt)\.$`,
  ].join(''),
  'i',
);

const greeting = new RegExp(
  [
    '^(hallo|hi|hey|hello|dear|good (morning|afternoon|evening|day)|guten (tag|morgen|abend)|moin|servus|',
    String.raw`sehr geehrte\p{L}*|liebe[rs]?|bonjour|bonsoir|salut|ch[eè]re?|hola|buen[oa]s( d[ií]as| tardes)?|`,
    'estimad[oa]s?|buongiorno|buonasera|salve|ciao|gentile|egregio|beste|geachte|hoi|dag|ol[aá]|',
    'bo[am] (dia|tarde)|car[oa]s?|prezad[oa]s?|dzie[nń] dobry|witam|cze[sś][cć]|',
    String.raw`szanown\p{L}+)(?!\p{L})[^,.!?;:]{0,40}[,!:](?:\s+(?=\p{L})|\s*$)`,
  ].join(''),
  'iu',
);

/** A name in a greeting does not refer to another person. */
export function withoutGreeting(sentence: string): string {
  return sentence.replace(greeting, '');
}

/** Joins wrapped lines. Each sentence keeps its question mark. */
export function sentencesOf(text: string): string[] {
  const paragraphs: string[] = [''];
  let before = '';
  for (const line of text.split('\n').map((one) => one.trim())) {
    const goesOn = line !== '' && before !== '' && (before.length >= wrapLengthMin || /^[a-zà-ÿąćęłńóśźż(]/.test(line));
    if (goesOn && !/[.!?:]$/.test(before)) paragraphs[paragraphs.length - 1] += ` ${line}`;
    else paragraphs.push(line);
    before = line;
  }
  const sentences = paragraphs.flatMap(splitParagraph).filter(Boolean);
  if (sentences.length <= sentencesMax) return sentences;
  return [...sentences.slice(0, sentencesMax - lastSentencesMax), ...sentences.slice(-lastSentencesMax)];
}

function splitParagraph(paragraph: string): string[] {
  const sentences: string[] = [''];
  for (const part of paragraph.split(/(?<=[.!?;…])\s+/)) {
    const last = sentences.at(-1)!;
    const isOpen = abbreviations.test(last) || /(?<![\d])\b\d{1,2}\.$/.test(last);
    if (last !== '' && isOpen) sentences[sentences.length - 1] = `${last} ${part}`;
    else sentences.push(part);
  }
  return sentences.flatMap((sentence) => piecesOf(sentence.trim()));
}

/** Splits an overlong sentence into pieces and keeps the first and last ones. Breaks at spaces if possible. */
function piecesOf(sentence: string): string[] {
  if (sentence.length <= sentenceLengthMax) return [sentence];
  const pieces: string[] = [];
  for (let at = 0; at < sentence.length; ) {
    const space = sentence.lastIndexOf(' ', at + sentenceLengthMax);
    const isWhole = at + sentenceLengthMax >= sentence.length;
    const end = isWhole ? sentence.length : space > at ? space : at + sentenceLengthMax;
    pieces.push(sentence.slice(at, end).trim());
    at = end;
  }
  return pieces.length <= piecesMax ? pieces : [...pieces.slice(0, piecesMax - 2), ...pieces.slice(-2)];
}
