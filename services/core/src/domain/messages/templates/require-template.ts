import { AppError } from '../../../errors/errors.ts';
import { findTemplateProblem } from './render-template.ts';

/** Requires a template that can be read and names only known placeholders. Throws `validation_failed` for `field`. */
export function requireTemplate(field: string, template: string | undefined): void {
  const problem = template === undefined ? null : findTemplateProblem(template);
  if (problem === null) return;
  const { message, allowedValues } = problem;
  throw new AppError('validation_failed', `${field}: ${message}`, { field, allowedValues });
}
