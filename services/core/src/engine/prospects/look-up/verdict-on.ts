import { AppError } from '../../../errors/errors.ts';
import type { Verdict } from '../../../providers/verification/email-verifier.ts';
import type { ActionContext } from '../../context/action-context.ts';

/** Checks an address without paying, where a free check exists. Null if it could not be checked. */
export async function verdictOn(email: string, { ports, log }: ActionContext): Promise<Verdict | null> {
  try {
    return await (ports.verifier.free ?? ports.verifier).verify(email);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    log.warn({ err: error }, 'an address could not be checked');
    return null;
  }
}
