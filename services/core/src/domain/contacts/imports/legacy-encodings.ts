/** Ordered by priority for equal scores. windows-1252 is Excel's CSV encoding in most of Europe and America. */
export const legacyEncodings = [
  'windows-1252',
  'iso-8859-15',
  'windows-1250',
  'iso-8859-2',
  'windows-1251',
  'windows-1253',
  'windows-1254',
  'macintosh',
  'shift_jis',
  'gb18030',
  'big5',
  'euc-kr',
  'koi8-r',
] as const;
export type LegacyEncoding = (typeof legacyEncodings)[number];

interface Habits {
  /** Letters and punctuation used in the names of people and companies in the encoding's languages. */
  usual: RegExp;
  /** Score margin that the encoding must exceed, because files in it are rare. */
  handicap: number;
}

const punctuation = '’‘“”„–—…€';
function usual(letters: string): RegExp {
  return new RegExp(`[${letters}${punctuation}]`, 'gu');
}

const latin1 = 'äöüßÄÖÜéèêëàâáãåæçñóòôõøœíìîïúùûýÿÉÈÊËÀÂÁÃÅÆÇÑÓÒÔÕØÍÎÏÚÙÛŠšŽžŒ';
const centralEuropean = 'ąćęłńóśźżĄĆĘŁŃÓŚŹŻčďěňřšťůžýáéíúČĎĚŇŘŠŤŮŽÝÁÉÍÚőűŐŰöüÖÜäßăâî';
const han = '一-龥';

const habits: Record<LegacyEncoding, Habits> = {
  'windows-1252': { usual: usual(`${latin1}®©°•·`), handicap: 0 },
  'iso-8859-15': { usual: usual(latin1), handicap: 0.1 },
  'windows-1250': {
    usual: usual(centralEuropean),
    handicap: 0.05,
  },
  'iso-8859-2': { usual: usual(centralEuropean), handicap: 0.1 },
  'windows-1251': { usual: usual('а-яА-ЯёЁіІїЇєЄґҐўЎђЂљЉњЊћЋџЏ'), handicap: 0.1 },
  'windows-1253': { usual: usual('\\u0386\\u0388-\\u03ce'), handicap: 0.15 },
  'windows-1254': { usual: usual('ığşİĞŞçöüÇÖÜâîû'), handicap: 0.1 },
  macintosh: { usual: usual(latin1), handicap: 0.3 },
  shift_jis: { usual: usual(`\\p{Script=Hiragana}\\p{Script=Katakana}ー々${han}`), handicap: 0.1 },
  gb18030: { usual: usual(han), handicap: 0.2 },
  big5: { usual: usual(han), handicap: 0.25 },
  'euc-kr': { usual: usual('가-힣'), handicap: 0.15 },
  'koi8-r': { usual: usual('а-яА-ЯёЁ'), handicap: 0.3 },
};

/** Most frequent characters of Chinese and Japanese names and companies. Wrong decoding tends to produce rare ones. */
const frequentHan =
  /[公司有限王李张張刘劉陈陳杨楊黄黃赵趙周吴吳徐孙孫朱马馬林何高郭国國海京北上中明文小大华華先生女士经理經理总總姓名邮郵箱田山本村井藤佐木川島东東太郎子美一]/gu;

const impossible = /[\ufffd\u0080-\u009f\ue000-\uf8ff]/gu;
/** A symbol where a letter belongs: "Wa³êsa", "M¸ller". */
const signInWord =
  /(?<=\p{L})[\u00a1-\u00aa\u00ac-\u00ba\u00bc-\u00bf×÷†‡‰•™√∞∫∂∑∏◊ﬁﬂ≈≤≥\u0385§¶ˆ˜˘˙˚˛ˇ˝„“‚‹›](?=\p{L})/gu;
/** A mark at the start of a word, where it is never written: "®ofie". */
const markBeforeWord = /(?<!\p{L})[®©°¼½¾](?=\p{L})/gu;
/** A capital after a small letter, with one of them beyond ASCII: "CafÈ", "ìCentral", "МбсЯб". */
const oddCapital = /(?<=\p{Ll})(?![A-Z])\p{Lu}|(?![a-z])\p{Ll}(?=\p{Lu})|(?<=\p{Lu})(?![A-Z])\p{Lu}(?=\p{Ll})/gu;
/** A small letter among capitals: "OíNeil". */
const oddSmall = /(?<=\p{Lu})(?![a-z])\p{Ll}(?=\p{Lu})/gu;
const mixed =
  /\p{Script=Latin}(?=\p{Script=Cyrillic}|\p{Script=Greek}|\p{Script=Han})|(?:\p{Script=Cyrillic}|\p{Script=Greek}|\p{Script=Han})(?=\p{Script=Latin})/gu;
/** Letter pairs that no Western language has: Czech decoded as Western European ("Štìpán", "Jiøí", "Zdenìk"). */
const foreignPairs = /ì(?=\p{L})|[øùèòï](?=[íáýéžš])|[øèïò](?=[bcdfghjkmnpqtvwxz]{2})|(?<=[šžŠŽ]\p{L}*)[ìøùòï]/gu;
/** Words with only accented letters: another script decoded as Latin ("Ïåòðîâà"). */
const accentsOnly = /(?<!\p{L})[\u00c0-\u024f]{3,}(?!\p{L})/gu;
const halfWidth = /[\uff61-\uff9f]/gu;

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

/** Score for decoding the bytes in this encoding: about 1 for readable text, zero or less for unreadable text. */
export function plausibility(bytes: Buffer, encoding: LegacyEncoding): number {
  const text = new TextDecoder(encoding).decode(bytes);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII says nothing about the encoding.
  const beyond = count(text, /[^\u0000-\u007f]/gu);
  if (beyond === 0) return 0;
  const { usual: expected, handicap } = habits[encoding];
  const good = count(text, expected);
  const bad =
    count(text, impossible) * 8 +
    count(text, signInWord) * 3 +
    count(text, markBeforeWord) * 2 +
    (count(text, oddCapital) + count(text, oddSmall)) * 2 +
    count(text, mixed) * 4 +
    (encoding === 'windows-1252' || encoding === 'macintosh' ? count(text, foreignPairs) * 2 : 0) +
    count(text, halfWidth) * 2 +
    count(text, accentsOnly) * 6;
  const isHan = encoding === 'gb18030' || encoding === 'big5';
  const rare = isHan ? good - count(text, frequentHan) : 0;
  return (good - bad - (beyond - good) * 0.5 - rare * 0.6) / beyond - handicap;
}
