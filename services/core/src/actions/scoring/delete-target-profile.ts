import { checkVersion } from '../../engine/context/check-version.ts';
import { requireProfile } from '../../engine/scoring/require-profile.ts';
import { Deleted } from '../../schema/record-parts.ts';
import { Input } from '../../schema/schema.ts';
import { deleteProfile } from '../../store/scoring/target-profile-store.ts';
import { defineWrite } from '../definition/define-action.ts';
import { ProfileId } from './profile-view.ts';

export const deleteTargetProfile = defineWrite({
  name: 'delete_target_profile',
  title: 'Delete a target profile',
  summary: 'Delete a target profile and its versions.',
  description:
    'Deletes a target profile with all its published versions. Its scores remain on their records, marked ' +
    'stale, until the records are scored with another profile. This cannot be undone.',
  method: 'delete',
  path: '/scoring/profiles/{profileId}',
  scope: 'scoring:write',
  effect: 'destroy',
  input: Input({ profileId: ProfileId }),
  output: Deleted,
  errors: ['not_found', 'version_conflict'],

  async plan({ profileId }, ctx) {
    const profile = await requireProfile(profileId, ctx);
    checkVersion(ctx, profile);
    const effects = [{ op: 'delete' as const, type: 'target_profile', id: profileId, label: profile.name }];
    const summary = `Would delete target profile ${profile.name}.`;
    return { summary, effects, skipped: [], warnings: [], state: profile };
  },

  async run({ profileId }, { state }, ctx) {
    await deleteProfile(ctx.workspaceId, profileId);
    return { data: { id: profileId, deleted: true }, summary: `Deleted target profile ${state.name}.` };
  },
});
