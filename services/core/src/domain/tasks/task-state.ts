import { AppError } from '../../errors/errors.ts';

/** Tasks of sequences. */
export const stepTaskTypes = ['call', 'linkedin', 'custom'] as const;
export type StepTaskType = (typeof stepTaskTypes)[number];
/** `privacy`: a person asked for the erasure of their data. Never a step of a sequence. */
export const taskTypes = [...stepTaskTypes, 'privacy'] as const;
export type TaskType = (typeof taskTypes)[number];

export const taskStates = ['open', 'completed', 'skipped'] as const;
export type TaskState = (typeof taskStates)[number];

/**
 * Reasons that a task is skipped: by a person, because its step's condition is false, or because the sequence ended.
 */
export const taskSkipReasons = ['user', 'condition_not_met', 'sequence_ended'] as const;

/** Throws `invalid_state` if someone has already completed or skipped the task. */
export function requireOpenTask(state: TaskState, verb: string): void {
  if (state === 'open') return;
  throw new AppError('invalid_state', `A ${state} task cannot be ${verb}; that takes an open one.`, {
    allowedValues: ['open'],
  });
}
