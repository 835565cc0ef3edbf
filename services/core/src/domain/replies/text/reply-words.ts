import { fold, plainWords } from '../../text/plain-words.ts';
import { sentencesOf } from './sentences.ts';

/** A gateway's mark may come first; some programs count answers, as in "Re[2]:". */
const answered =
  /^(\s*(\[[^\]]{1,30}\]\s*)?(re(\[\d+\])?|aw|sv|vs|antw|odp|r|rif|res|réf|ynt|回复|答复|fwd?|wg|tr|rv)\s*[:：]\s*)+/i;

/** True if a subject begins with the "Re:" of any mail program, or with that of a forwarded message. */
export function isAnswer(subject: string): boolean {
  return answered.test(subject);
}

/** True if a subject only repeats ours, with whatever programs put in front of it. Null means that ours is unknown. */
export function isSubjectOfThread(subject: string, ours: string | null): boolean {
  const [plain, plainOurs] = [subject, ours ?? ''].map((one) =>
    fold(one.replace(answered, '')).replace(/\s+/g, ' ').trim(),
  );
  if (plainOurs === '') return false;
  return plain === plainOurs || (isAnswer(subject) && plain!.endsWith(plainOurs!));
}

/** The plain words of a subject without its "Re:". */
export function plainSubjectOf(subject: string): string {
  return plainWords(subject.replace(answered, ''));
}

/** All that a correspondent has newly written, as plain words: the subject of an answer is not theirs. */
export function replyWords(subject: string, newest: string): string {
  const own = answered.test(subject) ? [] : [plainWords(subject)];
  return [...own, ...sentencesOf(newest).map(plainWords)].filter(Boolean).join(' ');
}
