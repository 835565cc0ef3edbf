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

/** Class that a reply may have. */
export interface Guess {
  class: ReplyClass;
  /** 0 to 1. */
  confidence: number;
}

export interface Classification {
  class: ReplyClass;
  /** 0 to 1. */
  confidence: number;
  classifiedBy: 'rule' | 'model' | 'user';
  returnDate: Date | null;
  /** The author's opt-out. */
  wish: Wish;
  /** True if the author asks to erase their data (GDPR Art. 17). */
  asksForErasure?: boolean;
  /** The two likeliest classes, if no class was likely enough. */
  guesses?: Guess[];
  /** End of the time in which a member can take back the suppression, if the words alone decided it. */
  undoUntil?: Date | null;
}

/** Parts of a classification that decide what happens to the sequence. */
export type Decision = Pick<Classification, 'class'> & Partial<Pick<Classification, 'classifiedBy' | 'wish'>>;

/**
 * Effect of a reply on the rest of the sequence. Neither a model alone nor a doubtful opt-out suppresses anyone. In
 * both cases, the sequence stops and a person is asked.
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

/** Classes that end all mail to a person. */
export const stopping: readonly ReplyClass[] = ['unsubscribe', 'complaint'];

const settled: readonly ReplyClass[] = ['auto_reply', 'out_of_office', 'bounce', 'unsubscribe', 'complaint'];

/** True if a person should review the reply. */
export function needsAction({ class: replyClass, classifiedBy, wish }: Decision): boolean {
  if (wish === 'doubtful') return true;
  if (classifiedBy === 'model' && replyClass === 'unsubscribe') return true;
  return !settled.includes(replyClass);
}
