/** Controls, zero-width, bidi and tag characters: what hides text or turns its direction. */
const hiddenCharacters = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}]/gu;
const nameLengthMax = 80;
const nameWordsMax = 7;
const subjectLengthMax = 120;
/** What names and subjects of people do not contain, and what is written to steer a model does. */
const markup = /[<>{}[\]|\\`=*_#@"“”„«»]|:\/\//;
const steering =
  /\b(ignor\w*|disregard|forget|overrid\w*|system|assistant|developer|instructions?|anweisung\w*|ignorier\w*|prompt|untrusted|you must|tools?|execut\w*|confirm\w*|bestätig\w*|password|api.?keys?)\b/i;

/** On one line, with nothing hidden. */
export function withoutHidden(text: string): string {
  return text.replace(/\s+/g, ' ').replace(hiddenCharacters, '').trim();
}

/** A name from outside that reads like one, fit for a sentence of ours; undefined for anything else. */
export function plainName(text: string | null | undefined): string | undefined {
  const name = withoutHidden(text ?? '');
  const isPlain =
    name.length <= nameLengthMax &&
    name.split(' ').length <= nameWordsMax &&
    !/[:;?]/.test(name) &&
    !markup.test(name) &&
    !steering.test(name);
  return isPlain && name !== '' ? name : undefined;
}

/** A subject in quotes, when it reads like one; else what it belongs to. Answers carry the subject of a stranger. */
export function quotedSubject({ id, kind, subject }: { id: string; kind: string; subject: string }): string {
  const shown = withoutHidden(subject);
  const isPlain = shown.length <= subjectLengthMax && !markup.test(shown) && !steering.test(shown);
  const isStranger = kind === 'answer' || kind === 'forward';
  return !isStranger && isPlain && shown !== '' ? `"${shown}"` : id;
}

/** A company's name where it reads like one, else its domain: it stands in sentences that people approve. */
export function companyLabel({ name, domain }: { name: string; domain?: string | null }): string {
  return plainName(name) ?? domain ?? 'unnamed company';
}
