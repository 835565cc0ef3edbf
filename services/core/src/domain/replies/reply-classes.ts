export const replyClasses = [
  'interested',
  'meeting_request',
  'question',
  'referral',
  'not_now',
  'not_interested',
  'wrong_person',
  'left_company',
  'out_of_office',
  'auto_reply',
  'unsubscribe',
  'complaint',
  'bounce',
  'unclassified',
] as const;
export type ReplyClass = (typeof replyClasses)[number];

/** Whether somebody wishes to be left alone: nobody writes to them again, or a person is asked first. */
export type Wish = 'clear' | 'doubtful' | 'none';

export interface Classification {
  class: ReplyClass;
  /** 0 to 1. */
  confidence: number;
  classifiedBy: 'rule' | 'model' | 'user';
  returnDate: Date | null;
  /** Whether its author wishes to be left alone, by the rules. */
  wish: Wish;
}

/** What of a classification decides on the rest of the sequence. */
export type Decision = Pick<Classification, 'class'> & Partial<Pick<Classification, 'classifiedBy' | 'wish'>>;

/**
 * What a reply does to the rest of the sequence. A model alone suppresses nobody, and neither does a doubtful wish: the
 * sequence stops, and a person is asked.
 */
export function sequenceEffectOf({
  class: replyClass,
  classifiedBy,
  wish,
}: Decision): 'none' | 'pause' | 'stop' | 'unsubscribe' {
  if (replyClass === 'unsubscribe' || replyClass === 'complaint') {
    return classifiedBy === 'model' || wish === 'doubtful' ? 'stop' : 'unsubscribe';
  }
  if (wish === 'doubtful') return 'stop';
  if (replyClass === 'auto_reply' || replyClass === 'bounce') return 'none';
  return replyClass === 'out_of_office' ? 'pause' : 'stop';
}

/** They end all mail to a person. */
export const stopping: readonly ReplyClass[] = ['unsubscribe', 'complaint'];

const settled: readonly ReplyClass[] = ['auto_reply', 'out_of_office', 'bounce', 'unsubscribe', 'complaint'];

/** Whether a person should look at it. */
export function needsAction({ class: replyClass, classifiedBy, wish }: Decision): boolean {
  if (wish === 'doubtful') return true;
  if (classifiedBy === 'model' && replyClass === 'unsubscribe') return true;
  return !settled.includes(replyClass);
}
