import { guardedAgent, resolveBySystem } from '@outbound/node-service/network/guarded-agent';
import type { ModelKind } from '../../../domain/workspaces/providers/provider-kinds.ts';
import { isPeopleKind } from '../../../domain/workspaces/providers/provider-kinds.ts';
import { AppError } from '../../../errors/errors.ts';
import type { Drafting, DraftWriter } from '../../../providers/drafting/draft-writer.ts';
import { modelFormats } from '../../../providers/drafting/model-kinds.ts';
import { createModelWriter, tokensFor } from '../../../providers/drafting/model-writer.ts';
import { providerAddress } from '../../../providers/provider-address.ts';
import type { Config } from '../../../settings/config.ts';
import { listProviders, type ProviderRecord } from '../../../store/workspaces/providers/provider-store.ts';
import { failureOfAll } from './failure-of-all.ts';
import { metered, openKey } from './provider-access.ts';

type ModelSettings = Pick<Config, 'keyRing' | 'model' | 'providerUrls' | 'isPrivateHostAllowed'>;

const timeoutMs = 30_000;

/** The workspace's own models in their order, and otherwise that of the installation. */
export function createDrafting(config: ModelSettings): Drafting {
  const shared = config.model === null ? null : createModelWriter(config.model);
  return {
    async writerFor(workspaceId) {
      const own = (await listProviders(workspaceId)).filter(({ kind, isActive }) => isActive && !isPeopleKind(kind));
      if (own.length === 0) return shared;
      const ordered = own.toSorted((a, b) => (a.position ?? Infinity) - (b.position ?? Infinity));
      return firstThatWrites(ordered, config);
    },
  };
}

/** Access to a model of a workspace, which counts its tokens. */
export function modelOf(provider: ProviderRecord, { keyRing, providerUrls, isPrivateHostAllowed }: ModelSettings) {
  const kind = provider.kind as ModelKind;
  const official = modelFormats[kind].url;
  const url =
    provider.baseUrl ?? (official === null ? providerUrls[kind] : providerAddress(official, providerUrls[kind]));
  const writer = createModelWriter({
    kind,
    url,
    apiKey: openKey(provider, keyRing) || undefined,
    name: provider.model ?? '',
    timeoutMs,
    // A workspace must not reach the operator's network through an address that it chose.
    ...(provider.baseUrl !== null && {
      dispatcher: guardedAgent({ isPrivateHostAllowed, resolve: resolveBySystem }, timeoutMs),
    }),
  });
  return {
    ask: (prompt: Parameters<typeof writer.ask>[0]) =>
      metered(provider.workspaceId, kind, tokensFor(prompt), () => writer.ask(prompt)),
  };
}

/** Asks one model after another until one writes. */
function firstThatWrites(providers: readonly ProviderRecord[], config: ModelSettings): DraftWriter {
  return {
    async write(prompt) {
      const failures: AppError[] = [];
      for (const provider of providers) {
        try {
          return (await modelOf(provider, config).ask(prompt)).text;
        } catch (error) {
          if (!(error instanceof AppError)) throw error;
          failures.push(error);
        }
      }
      throw failureOfAll(failures);
    },
  };
}
