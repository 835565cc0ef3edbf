import { fold, plainWords } from '../../text/plain-words.ts';
import { sentencesOf } from './sentences.ts';

/** A gateway's tag may come first. Some programs count replies, as in "Re[2]:". */
const answered =
  /^(\s*(\[[^\]]{1,30}\]\s*)?(re(\[\d+\])?|aw|sv|vs|antw|odp|r|rif|res|réf|ynt|回复|答复|fwd?|wg|tr|rv)\s*[:：]\s*)+/i;

/** True if a subject starts with any mail program's "Re:" or forwarding prefix. */
export function isAnswer(subject: string): boolean {
  return answered.test(subject);
}

/** True if a subject only repeats ours, with any prefixes that programs add. Null means that ours is unknown. */
export function isSubjectOfThread(subject: string, ours: string | null): boolean {
  const [plain, plainOurs] = [subject, ours ?? ''].map((one) =>
    fold(one.replace(answered, '')).replace(/\s+/g, ' ').trim(),
  );
  if (plainOurs === '') return false;
  return plain === plainOurs || (isAnswer(subject) && plain!.endsWith(plainOurs!));
}

/** Plain words of a subject without its "Re:". */
export function plainSubjectOf(subject: string): string {
  return plainWords(subject.replace(answered, ''));
}

/** All new text of a correspondent as plain words. The subject of a reply is not their own. */
export function replyWords(subject: string, newest: string): string {
  const own = answered.test(subject) ? [] : [plainWords(subject)];
  return [...own, ...sentencesOf(newest).map(plainWords)].filter(Boolean).join(' ');
}
