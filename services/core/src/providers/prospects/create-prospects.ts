import type { Config } from '../../settings/config.ts';
import { directorySource } from './directory/directory-source.ts';
import type { FoundProspects } from './found-prospects.ts';
import { createHunterProvider } from './hunter/hunter-provider.ts';
import { createOwnSource, type OwnRows } from './own/own-source.ts';
import { createPeopleDataLabsProvider } from './people-data-labs/pdl-provider.ts';
import { Prospects } from './prospects.ts';
import { createRemoteSource } from './remote-source.ts';

type ProviderKeys = Pick<Config, 'hunterApiKey' | 'peopleDataLabsApiKey'>;

/**
 * The workspace's data sets, each provider with a configured key, and without any the built-in directory.
 * `seesDirectory` tells the workspaces that see it.
 */
export function createProspects(
  keys: ProviderKeys,
  found: FoundProspects,
  own: OwnRows,
  seesDirectory: (workspaceId: string) => Promise<boolean>,
): Prospects {
  const { hunterApiKey, peopleDataLabsApiKey } = keys;
  const providers = [
    ...(hunterApiKey ? [createHunterProvider(hunterApiKey)] : []),
    ...(peopleDataLabsApiKey ? [createPeopleDataLabsProvider(peopleDataLabsApiKey)] : []),
  ];
  return new Prospects([
    { ...directorySource, isOpenTo: async (id) => providers.length === 0 && (await seesDirectory(id)) },
    createOwnSource(own),
    ...providers.map((provider) => createRemoteSource(provider, found)),
  ]);
}
