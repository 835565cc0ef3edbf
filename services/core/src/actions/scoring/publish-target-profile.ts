import { checkVersion } from '../../engine/context/check-version.ts';
import { requireProfile } from '../../engine/scoring/require-profile.ts';
import { AppError } from '../../errors/errors.ts';
import { Input } from '../../schema/schema.ts';
import { addVersion, updateProfile } from '../../store/scoring/target-profile-store.ts';
import { defineWrite } from '../definition/define-action.ts';
import { hasUnpublishedChanges, ProfileId, ProfileView, toProfileView } from './profile-view.ts';

export const publishTargetProfile = defineWrite({
  name: 'publish_target_profile',
  title: 'Publish a target profile',
  summary: 'Publish the current criteria for scoring.',
  description:
    'Publishes the current criteria and grades of a target profile as its next numbered version. ' +
    'score_contacts and score_companies use it from then on. Scores from earlier versions become stale. ' +
    'Rejected with invalid_state if nothing has changed since the last publication.',
  method: 'post',
  path: '/scoring/profiles/{profileId}/publish',
  scope: 'scoring:write',
  effect: 'write',
  input: Input({ profileId: ProfileId }),
  output: ProfileView,
  errors: ['not_found', 'invalid_state', 'version_conflict'],

  async plan({ profileId }, ctx) {
    const profile = await requireProfile(profileId, ctx);
    checkVersion(ctx, profile);
    if (!hasUnpublishedChanges(profile)) {
      throw new AppError('invalid_state', `${profile.name} has not changed since its last publication.`);
    }
    const number = (profile.published?.number ?? 0) + 1;
    const changes = { publishedVersion: number };
    const effects = [{ op: 'update' as const, type: 'target_profile', id: profileId, label: profile.name, changes }];
    const warnings = number > 1 ? ['Scores from the previous version become stale.'] : [];
    const summary = `Would publish version ${number} of ${profile.name}.`;
    return { summary, effects, skipped: [], warnings, state: { profile, number } };
  },

  async run({ profileId }, { state: { profile, number } }, ctx) {
    const { criteria, bands } = profile;
    const published = { number, criteria, bands, publishedAt: ctx.now(), publishedBy: ctx.actor.name };
    await addVersion(ctx.workspaceId, profileId, published);
    const changed = (await updateProfile(ctx.workspaceId, profileId, { published }, ctx.now())) ?? profile;
    return { data: toProfileView(changed), summary: `Published version ${number} of ${profile.name}.` };
  },
});
