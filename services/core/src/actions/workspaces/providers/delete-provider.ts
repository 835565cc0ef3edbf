import { isPeopleKind, providerNames } from '../../../domain/workspaces/providers/provider-kinds.ts';
import { checkVersion } from '../../../engine/context/check-version.ts';
import { Deleted } from '../../../schema/record-parts.ts';
import { Input } from '../../../schema/schema.ts';
import { deleteProvider as deleteStored } from '../../../store/workspaces/providers/provider-store.ts';
import { deleteHits } from '../../../store/workspaces/providers/provider-usage-store.ts';
import { defineWrite } from '../../definition/define-action.ts';
import { providerId, requireProvider } from './provider-view.ts';

export const deleteProvider = defineWrite({
  name: 'delete_provider',
  title: 'Remove a provider',
  summary: 'Stop using a provider, and delete its key.',
  description:
    'Deletes a provider with its key and its measured hit rates. People that it found stay. To stop temporarily, use ' +
    'update_provider with isActive false.',
  method: 'delete',
  path: '/providers/{providerId}',
  scope: 'providers:write',
  effect: 'destroy',
  input: Input({ providerId }),
  output: Deleted,
  errors: ['not_found', 'version_conflict'],

  async plan({ providerId: id }, ctx) {
    const provider = await requireProvider(id, ctx);
    checkVersion(ctx, provider);
    const label = providerNames[provider.kind];
    const effects = [{ op: 'delete' as const, type: 'provider', id, label }];
    return { summary: `Would remove ${label}.`, effects, skipped: [], warnings: [], state: provider };
  },

  async run({ providerId: id }, { state: { kind } }, ctx) {
    await deleteStored(ctx.workspaceId, id);
    if (isPeopleKind(kind)) await deleteHits(ctx.workspaceId, kind);
    return { data: { id, deleted: true }, summary: `Removed ${providerNames[kind]}.` };
  },
});
