import { type PeopleKind, peopleKinds } from '../../domain/workspaces/providers/provider-kinds.ts';
import type { Config } from '../../settings/config.ts';
import { createApolloProvider } from './apollo/apollo-provider.ts';
import { directorySource } from './directory/directory-source.ts';
import { createDropcontactProvider } from './dropcontact/dropcontact-provider.ts';
import type { FoundProspects } from './found-prospects.ts';
import { createHunterProvider } from './hunter/hunter-provider.ts';
import type { OwnKey, ProviderAccess } from './meter.ts';
import { createOwnSource, type OwnRows } from './own/own-source.ts';
import { createPeopleDataLabsProvider } from './people-data-labs/pdl-provider.ts';
import type { PeopleProvider } from './people-provider.ts';
import type { ProspectSource } from './prospect-source.ts';
import { Prospects, type SourceTraits } from './prospects.ts';
import { createProspeoProvider } from './prospeo/prospeo-provider.ts';
import { createRemoteSource } from './remote-source.ts';

type ProspectsConfig = Pick<Config, 'hunterApiKey' | 'peopleDataLabsApiKey' | 'providerUrls'>;

/** One line per provider of people. */
const creators: Record<PeopleKind, (apiKey: string, url?: string) => PeopleProvider> = {
  hunter: createHunterProvider,
  people_data_labs: createPeopleDataLabsProvider,
  apollo: createApolloProvider,
  prospeo: createProspeoProvider,
  dropcontact: createDropcontactProvider,
};

export function createPeopleProvider({ kind, apiKey }: OwnKey, { providerUrls }: Pick<Config, 'providerUrls'>) {
  return creators[kind](apiKey, providerUrls[kind]);
}

function installationKeys({ hunterApiKey, peopleDataLabsApiKey }: ProspectsConfig): OwnKey[] {
  return [
    ...(hunterApiKey ? [{ kind: 'hunter' as const, apiKey: hunterApiKey }] : []),
    ...(peopleDataLabsApiKey ? [{ kind: 'people_data_labs' as const, apiKey: peopleDataLabsApiKey }] : []),
  ];
}

/** People whose address was found by the pattern of their company's domain. */
const byPattern: SourceTraits = { idPrefix: '_pat_', isRemote: false, isFree: true, isInvented: false };

/** Traits of all sources that can have issued an ID. */
function allTraits(own: ProspectSource): SourceTraits[] {
  const remote = peopleKinds.map((kind) => ({
    idPrefix: creators[kind]('').idPrefix,
    isRemote: true,
    isFree: false,
    isInvented: false,
  }));
  return [directorySource, own, byPattern, ...remote];
}

/**
 * The workspace's data sets, its own providers, those of the installation, and without any provider the built-in
 * directory. `seesDirectory` tells the workspaces that see it.
 */
export function createProspects(
  config: ProspectsConfig,
  found: FoundProspects,
  rows: OwnRows,
  seesDirectory: (workspaceId: string) => Promise<boolean>,
  access: ProviderAccess,
): Prospects {
  const own = createOwnSource(rows);
  const shared = installationKeys(config);
  return new Prospects({
    traits: allTraits(own),
    local: async (workspaceId, hasProvider) =>
      hasProvider || !(await seesDirectory(workspaceId)) ? [own] : [directorySource, own],
    remote: async (workspaceId) => {
      const keys = await access.keysOf(workspaceId);
      const others = shared.filter(({ kind }) => !keys.some((key) => key.kind === kind));
      return [...keys, ...others].map((key) =>
        createRemoteSource(createPeopleProvider(key, config), found, access.meterOf(workspaceId, key.kind)),
      );
    },
  });
}
