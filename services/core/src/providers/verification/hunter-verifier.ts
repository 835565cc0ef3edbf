import type { EmailStatus } from '../../domain/contacts/contact.ts';
import { AppError } from '../../errors/errors.ts';
import { hunterProblem } from '../prospects/hunter/hunter-problem.ts';
import { askProvider } from '../provider-request.ts';
import type { EmailVerifier, Verdict } from './email-verifier.ts';

const timeoutMs = 25_000;
const url = 'https://api.hunter.io/v2/email-verifier';
const inProgressStatus = 202;
const smtpFailedStatus = 222;
const LEGAL = 451;

const statuses: Record<string, EmailStatus> = {
  valid: 'valid',
  invalid: 'invalid',
  accept_all: 'catch_all',
  webmail: 'valid',
  disposable: 'disposable',
  unknown: 'unknown',
};

function statusOf(body: unknown): Verdict {
  const { status = 'unknown' } = (body as { data?: { status?: string } } | null)?.data ?? {};
  return { status: statuses[status] ?? 'unknown', reason: `hunter_${status}`, provider: 'hunter' };
}

/** Hunter's Email Verifier (API v2). It contacts the receiving server, so it knows more than DNS does. */
export function createHunterVerifier(apiKey: string): EmailVerifier {
  return {
    name: 'hunter',
    async verify(email) {
      const query = new URLSearchParams({ email });
      const answer = await askProvider({
        provider: 'Hunter',
        url: `${url}?${query}`,
        headers: { 'x-api-key': apiKey },
        timeoutMs,
      });
      if (answer.status === 200) return statusOf(answer.body);
      if (answer.status === smtpFailedStatus) return { status: 'unknown', reason: 'smtp_failed', provider: 'hunter' };
      if (answer.status === LEGAL) return { status: 'do_not_mail', reason: 'person_objected', provider: 'hunter' };
      if (answer.status === inProgressStatus) {
        throw new AppError('provider_failed', 'Hunter is still checking the address: ask again in a minute.', {
          retryAfterSeconds: 60,
        });
      }
      throw hunterProblem(answer);
    },
  };
}
