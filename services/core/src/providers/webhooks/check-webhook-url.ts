import { isIP } from 'node:net';
import { isPrivateAddress } from '@outbound/node-service/network/address-ranges';
import { publicAddresses, type ResolveHost } from '@outbound/node-service/network/guarded-agent';
import { AppError } from '../../errors/errors.ts';
import { type AddressProblem, checkWebAddress } from '../web-address.ts';

function refused(message: string) {
  return new AppError('validation_failed', message, { field: 'url' });
}

const messages: Record<AddressProblem, (host: string) => string> = {
  no_web_address: () => 'url must be an absolute http or https URL.',
  has_credentials: () => 'url must not contain credentials.',
  is_private: (host) => `${host} is not on the public internet.`,
  has_other_port: () => 'url has to use port 80 or 443.',
};

/** Returns the normalized URL. Without `resolve`, names are not looked up; the connection does that. */
export async function checkWebhookUrl(
  text: string,
  { isPrivateHostAllowed, resolve }: { isPrivateHostAllowed: boolean; resolve?: ResolveHost },
): Promise<string> {
  const { url, host } = checkWebAddress(text, isPrivateHostAllowed, (problem, host) =>
    refused(messages[problem](host)),
  );
  if (isPrivateHostAllowed) return url.href;
  if (isIP(host) !== 0) return url.href;
  if (resolve !== undefined) await checkName(host, resolve);
  return url.href;
}

async function checkName(host: string, resolve: ResolveHost): Promise<void> {
  const found = await publicAddresses(host, { isPrivateHostAllowed: true, resolve }).catch(() => []);
  if (found.length === 0) throw refused(`The host ${host} has no address.`);
  if (found.some(({ address }) => isPrivateAddress(address))) throw refused(`${host} is not on the public internet.`);
}
