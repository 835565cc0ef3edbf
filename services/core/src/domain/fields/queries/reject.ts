import { AppError } from '../../../errors/errors.ts';

/** Throws `validation_failed` for a part of a query, with its place and the allowed values. */
export function reject(at: string, message: string, allowedValues?: readonly unknown[]): never {
  throw new AppError('validation_failed', message, { field: at, ...(allowedValues && { allowedValues }) });
}
