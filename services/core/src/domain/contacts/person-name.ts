export interface PersonName {
  firstName?: string;
  lastName?: string;
}

function split(words: string): Set<string> {
  return new Set(words.split(' '));
}

/** Titles before a name, without dots. Excludes given names ("Don") and initials ("M."). */
const titles = split(
  'dr drs prof professor mr mrs ms miss mx sir dame lord lady rev reverend hon honorable honourable maga drin drhc capt captain col ' +
    'colonel gen general lt lieutenant maj major sgt sergeant herr hr frau fr fräulein frl dipl dipl-ing dipling dipl-kfm ' +
    'diplkfm dipl-phys dipl-inf dipl-vw ing mag magistra univ habil med phil jur rer nat pol oec vet dent theol hc pd ' +
    'priv-doz privdoz ra madame monsieur mme mlle mademoiselle me mtre maître sr sra srta señor señora señorita senhor ' +
    'senhora dña dra doña eng arq lic abog sig sigra signor signora signorina dott dottssa dottoressa avv arch rag geom ' +
    'dhr mevr mevrouw meneer mw ir mgr inż bc bca judr mudr phdr rndr mvdr thdr pharmdr csc doc doktor herrn phd sheikh ' +
    'ustadz haji datuk tan-sri shri smt kum ph',
);
/** Suffixes after a name: generations and degrees, without dots. */
const suffixes = split(
  'jr sr junior senior ii iii iv esq esquire phd dphil md mba emba cfa cpa cma cia cfp cfe caia frm dds dmd dvm do rn np ' +
    'pa-c pe pmp jd llm llb ll.m bsc msc meng beng ba bs ma ms mph mpa mpp mfa med edd ed.d psyd pharmd dba fca aca acca ' +
    'acma cima cissp cisa cism ccna ceng cipd fcipd mcipd shrm-cp shrm-scp phr sphr cipp cipm csm cspo safe itil lean mcp ' +
    'pgdip frcs mrcp mrcs obe mbe cbe kbe qc kc mp mep ret usn usmc usaf fh mbe frsa riba ria aia leed leed-ap rpa crm ' +
    'dipl.-ing dipl.-kfm csc drsc facs facp faia fache cphr cae casm',
);

const brackets = /\([^)]*\)?|\[[^\]]*\]?|\{[^}]*\}?/gu;
const nickname = /\s["“”„«»‘'’][^"“”„«»]+["“”«»’'](?=\s)/gu;
const pronouns =
  /(?:^|[\s,|–-]+)(?:she|he|they|sie|er|elle|il|ella|él|hen|xe|ze)\s?\/\s?(?:her|hers|him|his|them|they|theirs|ihr|ihm|ihn|elle|ella|lui|hir|any)(?:\s?\/\s?\p{L}+)*/giu;
const pictures = /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|\ufe0f|\u20e3|[★☆✓√✪●■◆►▶❖]/gu;
/** Separators that profiles put before a tagline: "Anna Müller | Sales", "Anna Müller - CFO". */
const claim = /\s*[|•·‣]\s*.*$|\s+[-–—~]\s+.*$/su;
const bornAs = /\s+(?:geb\.?|geborene|née|nee|born|nata|nacida|rozená|z domu)\s+.*$/iu;

const han = /^[\p{Script=Han}々〆]+$/u;
const hangul = /^\p{Script=Hangul}+$/u;
const kana = /[\p{Script=Hiragana}\p{Script=Katakana}ー]/u;
const eastAsian = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー々〆\s・·]+$/u;
const longFamilyNames =
  /^(?:欧阳|歐陽|司马|司馬|上官|诸葛|諸葛|东方|東方|皇甫|尉迟|公孙|公孫|慕容|令狐|宇文|长孙|長孫|司徒|夏侯|端木|南宫|남궁|황보|제갈|선우|독고|사공|서문)/u;

function key(word: string): string {
  return word.toLowerCase().replace(/[.,’']/g, '');
}

function isTitle(word: string): boolean {
  if (titles.has(key(word))) return true;
  const parts = word.split(/[.-]+/u).filter((part) => part !== '');
  return parts.length > 0 && parts.every((part) => titles.has(key(part)));
}

function isSuffix(word: string): boolean {
  return suffixes.has(key(word)) || /^(?:\p{L}{1,4}\.){2,}\p{L}*\.?$/u.test(word);
}

/** True for credentials after a name in mixed case: "MBA", "CFA", "SHRM-SCP". */
function isCredential(text: string, name: string): boolean {
  return /^[\p{Lu}\d/.®-]{2,12}$/u.test(text) && name !== name.toUpperCase();
}

function cleaned(name: string): string {
  return name
    .replace(pronouns, ' ')
    .replace(brackets, ' ')
    .replace(nickname, ' ')
    .replace(pictures, ' ')
    .replace(claim, '')
    .replace(bornAs, '')
    .replace(/\s+/g, ' ')
    .replace(/^[\s,;.:]+|[\s,;:]+$/gu, '')
    .trim();
}

function withoutTitles(words: string[]): string[] {
  const first = words.findIndex((word) => !isTitle(word));
  return first === -1 ? [] : words.slice(first);
}

/** Without a preceding comma, "Ma" or "Do" is a family name, and "MA" is a degree. */
function isSureSuffix(word: string, words: readonly string[]): boolean {
  if (!isSuffix(word)) return false;
  const isLoud = word === word.toUpperCase() && words.some((other) => other !== other.toUpperCase());
  return isLoud || word.includes('.') || /^(?:jr|phd|mba|esq|iii?)$/i.test(word);
}

function withoutSuffixes(words: string[]): string[] {
  let end = words.length;
  while (end > 2 && isSureSuffix(words[end - 1]!, words)) end -= 1;
  return words.slice(0, end);
}

/** Comma-separated parts that are names rather than degrees or generations. */
function nameParts(text: string): string[] {
  const [first = '', ...rest] = text.split(/\s*[,，、]\s*/u).filter((part) => part !== '');
  const names = rest.filter((part) => {
    const areAll = part.split(' ').every((word) => isSuffix(word) || isTitle(word));
    return !areAll && !(first.includes(' ') && isCredential(part, first));
  });
  return [first, ...names];
}

/** Splits a name in scripts that put the family name first. */
function eastAsianName(name: string): PersonName | undefined {
  if (!eastAsian.test(name)) return undefined;
  // A foreign name in Katakana keeps its original order.
  const foreign = name.split(/[・·]/u);
  if (foreign.length > 1) return { firstName: foreign[0]!.trim(), lastName: foreign.slice(1).join(' ').trim() };
  const [family, ...given] = name.split(/\s+/u);
  if (given.length > 0) return { firstName: given.join(' '), lastName: family! };
  const mixed = /^([\p{Script=Han}々]{1,3})([\p{Script=Hiragana}\p{Script=Katakana}ー]+)$/u.exec(name);
  if (mixed) return { lastName: mixed[1]!, firstName: mixed[2]! };
  const length = [...name].length;
  if (!(han.test(name) || hangul.test(name)) || length < 2 || length > 4) return undefined;
  const isLong = longFamilyNames.test(name) ? length > 2 : length === 4;
  const at = isLong ? 2 : 1;
  return { lastName: [...name].slice(0, at).join(''), firstName: [...name].slice(at).join('') };
}

/**
 * Splits a full name into given and family names, without titles, degrees, pronouns, nicknames, emoji, and taglines.
 */
export function splitName(full: string): PersonName {
  const name = cleaned(full) || full.trim();
  const asian = eastAsianName(name);
  if (asian !== undefined) return asian;
  const [first = '', ...others] = nameParts(name);
  if (others.length > 0) {
    const family = withoutTitles(first.split(' ')).join(' ') || first;
    const given = withoutSuffixes(withoutTitles(others[0]!.split(' '))).join(' ');
    return given === '' ? splitWestern(first) : { firstName: given, lastName: family };
  }
  return splitWestern(first);
}

function splitWestern(text: string): PersonName {
  const all = text.split(' ');
  const words = withoutSuffixes(withoutTitles(all));
  if (words.length === 0) return { lastName: text };
  // After a title, a single word is the family name: "Dr. Müller", "Frau Schmidt".
  if (words.length === 1)
    return words.length < withoutSuffixes(all).length ? { lastName: words[0]! } : { firstName: words[0]! };
  const [firstName, ...rest] = words;
  return { firstName: firstName!, lastName: rest.join(' ') };
}

/** Display name, with the family name first in scripts that write it first. */
export function joinName(firstName?: string | null, lastName?: string | null): string {
  const isEastAsian = [firstName, lastName].every((part) => part && eastAsian.test(part) && !/[・·]/u.test(part));
  const isForeign = firstName && lastName && kana.test(firstName) && kana.test(lastName) && !han.test(lastName);
  const parts = isEastAsian && !isForeign ? [lastName, firstName] : [firstName, lastName];
  return parts.filter(Boolean).join(' ');
}

const nameEnd = /^[\s,;.:|]+|[\s,;:|]+$/gu;

/** Given or family name from its own column, without titles, degrees, pronouns, brackets, and emoji. */
export function cleanNamePart(text: string): string {
  const plain = text.replace(pronouns, ' ').replace(brackets, ' ').replace(pictures, ' ').replace(/\s+/g, ' ');
  const [first = '', ...rest] = plain.replace(nameEnd, '').split(/\s*,\s*/u);
  const kept = [first, ...rest.filter((part) => !part.split(' ').every((word) => isSuffix(word) || isTitle(word)))];
  const words = withoutTitles(kept.join(', ').split(' '));
  return words.length > 0 ? words.join(' ') : text.trim();
}

/** True for a form of address rather than a job title: "Mr.", "Frau", "Dr." */
export function isSalutation(text: string): boolean {
  const words = text.trim().split(/\s+/u);
  return words.length <= 3 && words.every(isTitle);
}
