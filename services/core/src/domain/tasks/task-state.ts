import { AppError } from '../../errors/errors.ts';

export const taskTypes = ['call', 'linkedin', 'custom'] as const;
export type TaskType = (typeof taskTypes)[number];

export const taskStates = ['open', 'completed', 'skipped'] as const;
export type TaskState = (typeof taskStates)[number];

/** Why a task is skipped: by a person, because its step's condition does not hold, or because the sequence has ended. */
export const taskSkipReasons = ['user', 'condition_not_met', 'sequence_ended'] as const;
export type TaskSkipReason = (typeof taskSkipReasons)[number];

/** `invalid_state` when somebody has done or skipped it already. */
export function requireOpenTask(state: TaskState, verb: string): void {
  if (state === 'open') return;
  throw new AppError('invalid_state', `A ${state} task cannot be ${verb}; that takes an open one.`, {
    allowedValues: ['open'],
  });
}
