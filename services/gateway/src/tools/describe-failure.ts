import { cutText } from '@outbound/node-service/text/cut-text';
import type { CoreFailure } from '../core-client/core-answer.ts';
import { withoutHidden } from './text/clean-text.ts';

/** Describes a failure of the core in one sentence that names the necessary change. Never includes an upstream body. */
export function describeFailure(failure: CoreFailure): string {
  if (failure.kind === 'unavailable') return 'The service is unavailable, nothing was changed; try again in a moment.';
  if (failure.kind === 'unknown') return 'The service did not answer in time; try again in a moment.';
  const { status, message, missingScopes = [] } = failure;
  if (status === 401) return 'The sign-in is no longer valid; connect again or use another API key.';
  if (status === 402) return `${sentence(message)} Get credits from the workspace owner, or ask for fewer records.`;
  if (status === 403 && missingScopes.length > 0) {
    return `Missing scope ${missingScopes.join(', ')}; connect again and allow it, or use an API key that has it.`;
  }
  if (status === 429) return `${sentence(message)} Wait a moment and try again.`;
  return withAllowedValues(sentence(message), failure.allowedValues);
}

const allowedValuesMax = 40;

/** Adds the values that the core allows, unless its message already lists them. */
function withAllowedValues(text: string, allowed: readonly unknown[] = []): string {
  const missing = allowed.some((value) => !text.includes(String(value)));
  if (allowed.length === 0 || !missing) return text;
  return `${text} Allowed: ${allowed.slice(0, allowedValuesMax).join(', ')}.`;
}

const messageMax = 600;

function sentence(text: string): string {
  const message = cutText(withoutHidden(text), messageMax);
  return /[.!?)]$/.test(message) ? message : `${message}.`;
}
