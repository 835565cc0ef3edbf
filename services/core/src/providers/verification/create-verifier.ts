import { isIP } from 'node:net';
import type { Config } from '../../settings/config.ts';
import { openDirectory } from '../prospects/directory/directory.ts';
import { createBuiltinVerifier } from './builtin-verifier.ts';
import type { EmailVerifier } from './email-verifier.ts';
import { createHunterVerifier } from './hunter-verifier.ts';
import { createSmtpProbe, type DomainFindings } from './smtp-probe.ts';

function lookUpDirectory(email: string) {
  return openDirectory().personByEmail.get(email)?.emailStatus ?? undefined;
}

type VerifierConfig = Partial<Config> & Pick<Config, 'isPrivateHostAllowed' | 'baseUrl'>;

/** Host of the product, as an address literal if it has no name (RFC 5321 section 4.1.3). */
function clientNameOf(baseUrl: string): string {
  const { hostname } = new URL(baseUrl);
  return isIP(hostname) ? `[${hostname}]` : hostname;
}

function probeOf({ smtpProbeFrom, isPrivateHostAllowed, baseUrl }: VerifierConfig, domains: DomainFindings) {
  return smtpProbeFrom === undefined
    ? undefined
    : createSmtpProbe({ from: smtpProbeFrom, clientName: clientNameOf(baseUrl), isPrivateHostAllowed, domains });
}

/** Verifier of the first provider with a key. */
function createRemoteVerifier(config: VerifierConfig): EmailVerifier | undefined {
  if (config.hunterApiKey !== undefined) return createHunterVerifier(config.hunterApiKey);
  return undefined;
}

/**
 * Runs the built-in checks first, because they are free and their rejections are final. If a provider is configured, it
 * then verifies the addresses that pass.
 */
export function createVerifier(config: VerifierConfig, domains: DomainFindings): EmailVerifier {
  const builtin = createBuiltinVerifier({
    probe: probeOf(config, domains),
    ...(config.areReservedRecipientsAllowed && { lookUpDirectory }),
  });
  const remote = createRemoteVerifier(config);
  if (remote === undefined) return builtin;
  return {
    name: remote.name,
    free: builtin,
    async verify(email) {
      const verdict = await builtin.verify(email);
      return verdict.status === 'valid' ? remote.verify(email) : verdict;
    },
  };
}
