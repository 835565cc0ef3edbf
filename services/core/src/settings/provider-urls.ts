import { ConfigError } from '@outbound/node-service/settings/common-settings';
import { type ProviderKind, providerKinds } from '../domain/workspaces/providers/provider-kinds.ts';
import type { Environment } from './read-setting.ts';

/** PROVIDER_BASE_URLS: `kind=URL`, several with commas between them. */
export function readProviderUrls(env: Environment): Partial<Record<ProviderKind, string>> {
  const given = (env.PROVIDER_BASE_URLS ?? '').split(',').map((entry) => entry.trim());
  return Object.fromEntries(given.filter((entry) => entry !== '').map(readEntry));
}

function readEntry(entry: string): [ProviderKind, string] {
  const [name = '', ...rest] = entry.split('=');
  const kind = providerKinds.find((one) => one === name.trim());
  const address = rest.join('=').trim();
  if (kind === undefined)
    throw new ConfigError(`PROVIDER_BASE_URLS: "${name}" is no provider. Known: ${providerKinds.join(', ')}.`);
  if (!URL.canParse(address) || !/^https?:/.test(address))
    throw new ConfigError(`PROVIDER_BASE_URLS: ${kind} needs an absolute URL, not "${address}".`);
  return [kind, address];
}
