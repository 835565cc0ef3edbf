import { Type } from 'typebox';
import { providerNames } from '../../../domain/workspaces/providers/provider-kinds.ts';
import { checkVersion } from '../../../engine/context/check-version.ts';
import { changesInWords, plannedUpdate } from '../../../engine/context/planned-update.ts';
import { AppError } from '../../../errors/errors.ts';
import { Input } from '../../../schema/schema.ts';
import {
  type ProviderChanges,
  type ProviderRecord,
  updateProvider as updateStored,
} from '../../../store/workspaces/providers/provider-store.ts';
import { defineWrite } from '../../definition/define-action.ts';
import {
  checkBaseUrl,
  checkMembers,
  ProviderView,
  providerId,
  providerInput,
  requireProvider,
  sealedKey,
  toProviderView,
} from './provider-view.ts';

export const updateProvider = defineWrite({
  name: 'update_provider',
  title: 'Change a provider',
  summary: 'Change the key, budget, price, or order of a provider, or pause it.',
  description:
    'Changes the given members of a provider and keeps the others. isActive false pauses it. To put providers in an ' +
    'order of your own, give them positions. With position null, measured hit rates decide.',
  method: 'patch',
  path: '/providers/{providerId}',
  scope: 'providers:write',
  effect: 'write',
  personPage: '/app/do/update_provider?providerId={providerId}',
  input: Input({
    providerId,
    ...providerInput,
    isActive: Type.Optional(Type.Boolean({ description: 'False: it is not asked.' })),
  }),
  output: ProviderView,
  errors: ['not_found', 'version_conflict', 'validation_failed'],

  async plan({ providerId: id, apiKey: key, ...wanted }, ctx) {
    const provider = await requireProvider(id, ctx);
    checkVersion(ctx, provider);
    checkMembers(provider.kind, wanted, false);
    const checked = wanted.baseUrl === undefined ? {} : { baseUrl: checkBaseUrl(wanted.baseUrl, ctx) };
    const changes = differing(provider, { ...wanted, ...checked });
    const label = providerNames[provider.kind];
    const shown = { ...changes, ...(key !== undefined && { apiKey: 'new' }) };
    const update = plannedUpdate({ type: 'provider', id, label, before: provider, changes: shown });
    const isSame = Object.keys(shown).length === 0;
    return {
      summary: isSame ? 'Would change nothing.' : `Would change ${label}: ${changesInWords(update)}.`,
      effects: isSame ? [] : [update],
      skipped: [],
      warnings: [],
      state: { provider, changes, isSame },
    };
  },

  async run({ apiKey: key }, { state: { provider, changes, isSame } }, ctx) {
    if (isSame) return { data: await toProviderView(provider, ctx), summary: 'Nothing to change.' };
    const all = { ...changes, ...(key !== undefined && sealedKey(key, ctx)) };
    const updated = await updateStored(provider, all, ctx.now());
    if (updated === null)
      throw new AppError('version_conflict', 'The provider has changed since it was read. Read it again.');
    return { data: await toProviderView(updated, ctx), summary: `Changed ${providerNames[updated.kind]}.` };
  },
});

function differing(provider: ProviderRecord, wanted: ProviderChanges): ProviderChanges {
  const entries = Object.entries(wanted) as [keyof ProviderChanges, unknown][];
  return Object.fromEntries(entries.filter(([name, value]) => value !== undefined && value !== provider[name]));
}
