import type { Config } from '../../settings/config.ts';
import { directorySource } from './directory/directory-source.ts';
import type { FoundProspects } from './found-prospects.ts';
import { createHunterProvider } from './hunter/hunter-provider.ts';
import { createOwnSource, type OwnPeople } from './own/own-source.ts';
import { createPeopleDataLabsProvider } from './people-data-labs/pdl-provider.ts';
import { Prospects } from './prospects.ts';
import { createRemoteSource } from './remote-source.ts';

type ProviderKeys = Pick<Config, 'hunterApiKey' | 'peopleDataLabsApiKey'>;

/** The built-in directory and the workspace's data sets, plus each provider with a configured key. */
export function createProspects(keys: ProviderKeys, found: FoundProspects, own: OwnPeople): Prospects {
  const { hunterApiKey, peopleDataLabsApiKey } = keys;
  const providers = [
    ...(hunterApiKey ? [createHunterProvider(hunterApiKey)] : []),
    ...(peopleDataLabsApiKey ? [createPeopleDataLabsProvider(peopleDataLabsApiKey)] : []),
  ];
  return new Prospects([
    directorySource,
    createOwnSource(own),
    ...providers.map((provider) => createRemoteSource(provider, found)),
  ]);
}
