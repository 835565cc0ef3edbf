import { Type } from 'typebox';
import { factChanges } from '../../domain/contacts/contact-changes.ts';
import { checkVersion } from '../../engine/context/check-version.ts';
import { changesInWords, plannedUpdate } from '../../engine/context/planned-update.ts';
import { requireProfile } from '../../engine/scoring/require-profile.ts';
import { AppError } from '../../errors/errors.ts';
import { Input, Text } from '../../schema/schema.ts';
import { updateProfile } from '../../store/scoring/target-profile-store.ts';
import { defineWrite } from '../definition/define-action.ts';
import { Bands, Criteria, readBands, readCriteria } from './profile-input.ts';
import { ProfileId, ProfileView, toProfileView } from './profile-view.ts';

export const updateTargetProfile = defineWrite({
  name: 'update_target_profile',
  title: 'Change a target profile',
  summary: 'Change the name, criteria, or grades of a target profile.',
  description:
    'Changes the given fields of a target profile and keeps the others. criteria and bands are replaced as a ' +
    'whole. Scoring uses the published version until publish_target_profile is called. Returns the profile.',
  method: 'patch',
  path: '/scoring/profiles/{profileId}',
  scope: 'scoring:write',
  effect: 'write',
  small: { change: 'profiles', undo: 'update_target_profile with the previous criteria.' },
  input: Input({
    profileId: ProfileId,
    name: Type.Optional(Text(100, 'New name.')),
    description: Type.Optional(Text(1000, 'New description.')),
    criteria: Type.Optional(Criteria),
    bands: Type.Optional(Bands),
  }),
  output: ProfileView,
  errors: ['not_found', 'version_conflict'],

  async plan({ profileId, ...input }, ctx) {
    const profile = await requireProfile(profileId, ctx);
    checkVersion(ctx, profile);
    const wanted = {
      ...input,
      ...(input.criteria && { criteria: readCriteria(profile.kind, input.criteria) }),
      ...(input.bands && { bands: readBands(input.bands) }),
    };
    if (Object.keys(wanted).length === 0) {
      throw new AppError('validation_failed', 'Nothing to change. Give name, description, criteria, or bands.', {
        field: 'name',
      });
    }
    const changes = factChanges(profile, wanted);
    const update = plannedUpdate({
      type: 'target_profile',
      id: profileId,
      label: profile.name,
      before: profile,
      changes,
    });
    const isChanged = Object.keys(changes).length > 0;
    const summary = isChanged
      ? `Would change target profile ${profile.name}: ${changesInWords(update)}.`
      : 'Would change nothing.';
    return { summary, effects: isChanged ? [update] : [], skipped: [], warnings: [], state: { profile, changes } };
  },

  async run({ profileId }, { state }, ctx) {
    if (Object.keys(state.changes).length === 0)
      return { data: toProfileView(state.profile), summary: 'Nothing to change.' };
    const changed = (await updateProfile(ctx.workspaceId, profileId, state.changes, ctx.now())) ?? state.profile;
    return { data: toProfileView(changed), summary: `Changed target profile ${changed.name}.` };
  },
});
