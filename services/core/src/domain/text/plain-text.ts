/** Control, zero-width, bidirectional, and tag characters, which hide text or change its direction. */
const hiddenCharacters = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}]/gu;
const nameLengthMax = 80;
const nameWordsMax = 7;
const subjectLengthMax = 120;
/** Characters and words that names and subjects do not contain, but that text written to steer a model does. */
const markup = /[<>{}[\]|\\`=*_#@"“”„«»]|:\/\//;
const steering =
  /\b(ignor\w*|disregard|forget|overrid\w*|system|assistant|developer|instructions?|anweisung\w*|ignorier\w*|prompt|untrusted|you must|tools?|execut\w*|confirm\w*|bestätig\w*|password|api.?keys?)\b/i;

/** Text on one line, without hidden characters. */
export function withoutHidden(text: string): string {
  return text.replace(/\s+/g, ' ').replace(hiddenCharacters, '').trim();
}

/** External name that is safe to use in our own sentences. Undefined if it does not look like a name. */
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

/** Quoted subject if it looks like one, otherwise the message's ID. Subjects of answers come from a stranger. */
export function quotedSubject({ id, kind, subject }: { id: string; kind: string; subject: string }): string {
  const shown = withoutHidden(subject);
  const isPlain = shown.length <= subjectLengthMax && !markup.test(shown) && !steering.test(shown);
  const isStranger = kind === 'answer' || kind === 'forward';
  return !isStranger && isPlain && shown !== '' ? `"${shown}"` : id;
}

/** Company name if it looks like one, otherwise its domain. Appears in sentences that people approve. */
export function companyLabel({ name, domain }: { name: string; domain?: string | null }): string {
  return plainName(name) ?? domain ?? 'unnamed company';
}
