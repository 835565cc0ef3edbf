import { AppError } from '../../../errors/errors.ts';

/** One error for several providers that failed one after the other. */
export function failureOfAll(failures: readonly AppError[]): AppError {
  const isBudget = failures.every(({ code }) => code === 'budget_exhausted');
  return new AppError(
    isBudget ? 'budget_exhausted' : 'provider_failed',
    failures.map(({ message }) => message).join(' '),
  );
}
