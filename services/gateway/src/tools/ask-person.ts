import type { Weight } from '../store/preview.ts';

/**
 * accept: the person agreed. decline: the person said no. cancel: the person closed the dialog or gave no answer.
 * failed: the client returned an error, so no one was asked.
 */
export type Answer = 'accept' | 'decline' | 'cancel' | 'failed';

/** Previews that are confirmed if the person agrees. */
export interface QuestionSubject {
  weight: Weight;
  confirmations: { confirmationId: string; what: string }[];
}

/** A question that only a person can answer, shown by their client. */
export interface Question {
  /** Name of the question within one tool call. */
  key: string;
  message: string;
  /** A page to open instead of a form to answer. */
  url?: string;
  /** Subject of the question, for an answer that arrives after the call has ended. */
  about?: QuestionSubject;
}

/** A call's connection to its person. Absent if the client cannot ask. */
export interface Person {
  canAnswer: boolean;
  canOpenPages: boolean;
  ask(question: Question): Promise<Answer>;
}

/** Thrown to return the question as the result of the call, which then comes again with the answer. */
export class InputNeeded extends Error {
  readonly question: Question;

  constructor(question: Question) {
    super('The person has to answer first.');
    this.question = question;
  }
}
