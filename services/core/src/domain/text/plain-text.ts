import { readsLikeName, steersModel } from '@outbound/node-service/text/reads-like-name';

/** Control, zero-width, bidirectional, and tag characters, which hide text or change its direction. */
const hiddenCharacters = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}]/gu;
const subjectLengthMax = 120;
/** Characters that no subject needs, and that text written to steer a model often contains. */
const markup = /[<>{}[\]|\\`=*_#@"“”„«»]|:\/\//;

/** Text on one line, without hidden characters. */
export function withoutHidden(text: string): string {
  return text.replace(/\s+/g, ' ').replace(hiddenCharacters, '').trim();
}

/** External name that is safe to use in our own sentences. Undefined if it does not look like a name. */
export function plainName(text: string | null | undefined): string | undefined {
  const name = withoutHidden(text ?? '');
  return name !== '' && readsLikeName(name) ? name : undefined;
}

/** Quoted subject if it looks like one, otherwise the message's ID. Subjects of answers come from a stranger. */
export function quotedSubject({ id, kind, subject }: { id: string; kind: string; subject: string }): string {
  const shown = withoutHidden(subject);
  const isPlain = shown.length <= subjectLengthMax && !markup.test(shown) && !steersModel(shown);
  const isStranger = kind === 'answer' || kind === 'forward';
  return !isStranger && isPlain && shown !== '' ? `"${shown}"` : id;
}

/** Company name if it looks like one, otherwise its domain. Appears in sentences that people approve. */
export function companyLabel({ name, domain }: { name: string; domain?: string | null }): string {
  return plainName(name) ?? domain ?? 'unnamed company';
}
