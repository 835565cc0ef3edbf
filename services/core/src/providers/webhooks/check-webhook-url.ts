import { isIP } from 'node:net';
import { isPrivateAddress, isRefusedAddress } from '@outbound/node-service/network/address-ranges';
import { publicAddresses, type ResolveHost } from '@outbound/node-service/network/guarded-agent';
import { AppError } from '../../errors/errors.ts';

function refused(message: string) {
  return new AppError('validation_failed', message, { field: 'url' });
}

/** Returns the normalized URL. Without `resolve`, names are not looked up; the connection does that. */
export async function checkWebhookUrl(
  text: string,
  { isPrivateHostAllowed, resolve }: { isPrivateHostAllowed: boolean; resolve?: ResolveHost },
): Promise<string> {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) throw refused('url must be an absolute http or https URL.');
  if (url.username !== '' || url.password !== '') throw refused('url must not contain credentials.');
  url.hash = '';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0 && isRefusedAddress(host, isPrivateHostAllowed)) {
    throw refused(`${host} is not on the public internet.`);
  }
  if (isPrivateHostAllowed) return url.href;
  if (url.port !== '' && url.port !== '80' && url.port !== '443') throw refused('url has to use port 80 or 443.');
  if (isIP(host) !== 0) return url.href;
  if (resolve !== undefined) await checkName(host, resolve);
  return url.href;
}

async function checkName(host: string, resolve: ResolveHost): Promise<void> {
  const found = await publicAddresses(host, { isPrivateHostAllowed: true, resolve }).catch(() => []);
  if (found.length === 0) throw refused(`The host ${host} has no address.`);
  if (found.some(({ address }) => isPrivateAddress(address))) throw refused(`${host} is not on the public internet.`);
}
