import type { Config } from '../../config.ts';
import { openDirectory } from '../prospects/directory/directory.ts';
import { createBuiltinVerifier } from './builtin-verifier.ts';
import type { EmailVerifier } from './email-verifier.ts';
import { createHunterVerifier } from './hunter-verifier.ts';

const lookUpDirectory = (email: string) => openDirectory().personByEmail.get(email)?.emailStatus ?? undefined;

/**
 * The built-in checks first, since they are free and final where they say no; Hunter, when its key is configured, for
 * addresses that pass them.
 */
export const createVerifier = ({ hunterApiKey }: Pick<Config, 'hunterApiKey'>): EmailVerifier => {
  const builtin = createBuiltinVerifier({ lookUpDirectory });
  if (hunterApiKey === undefined) return builtin;
  const hunter = createHunterVerifier(hunterApiKey);
  return {
    name: hunter.name,
    async verify(email) {
      const verdict = await builtin.verify(email);
      return verdict.status === 'valid' ? hunter.verify(email) : verdict;
    },
  };
};
