import type { AppError } from '../../../errors/errors.ts';
import { type ProviderAnswer, providerProblem } from '../../provider-request.ts';

/** Statuses of Hunter's API v2. 403 is its rate limit and 429 its monthly quota. */
const meanings: Record<number, string> = {
  400: 'did not understand the question',
  401: 'refused the API key',
  403: 'has reached its rate limit; try again in a minute',
  404: 'knows nothing of it',
  429: 'has used up its monthly allowance',
  451: 'may not answer for legal reasons',
};

export function hunterProblem(answer: ProviderAnswer): AppError {
  return providerProblem('Hunter', answer, meanings[answer.status] ?? 'failed');
}
