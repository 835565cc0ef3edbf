import type { Weight } from '../store/preview.ts';

/**
 * accept: the person agreed; decline: said no; cancel: closed it, or nobody answered; failed: the client returned an
 * error, so no one was asked.
 */
export type Answer = 'accept' | 'decline' | 'cancel' | 'failed';

/** What is confirmed if the person agrees. */
export interface QuestionSubject {
  weight: Weight;
  confirmations: { confirmationId: string; what: string }[];
}

/** Something that only a person answers, shown by their client. */
export interface Question {
  /** Names the question within one tool call. */
  key: string;
  message: string;
  /** A page to open instead of a form to answer. */
  url?: string;
  /** Subject of the question, for an answer that arrives after the call has ended. */
  about?: QuestionSubject;
}

/** How the client of a call reaches its person; absent where it cannot. */
export interface Person {
  canAnswer: boolean;
  canOpenPages: boolean;
  ask(question: Question): Promise<Answer>;
}

/** Thrown where the question goes back as the result of the call, which then comes again with the answer. */
export class InputNeeded extends Error {
  readonly question: Question;

  constructor(question: Question) {
    super('The person has to answer first.');
    this.question = question;
  }
}
