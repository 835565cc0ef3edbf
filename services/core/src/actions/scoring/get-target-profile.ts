import { Type } from 'typebox';
import { requireProfile } from '../../engine/scoring/require-profile.ts';
import { Input } from '../../schema/schema.ts';
import { listVersions } from '../../store/scoring/target-profile-store.ts';
import { defineRead } from '../definition/define-action.ts';
import { ProfileId, ProfileView, toProfileView, toVersionView, VersionView } from './profile-view.ts';

export const getTargetProfile = defineRead({
  name: 'get_target_profile',
  title: 'Get a target profile',
  summary: 'Get one target profile with its published versions.',
  description:
    'Returns one target profile (ICP): its criteria and grades as edited, the version used for scoring, and ' +
    'all published versions, newest first. Use it before you change a profile, or to see how an older score ' +
    'was computed.',
  method: 'get',
  path: '/scoring/profiles/{profileId}',
  scope: 'scoring:read',
  input: Input({ profileId: ProfileId }),
  output: Type.Object({
    ...ProfileView.properties,
    versions: Type.Array(VersionView, { description: 'Published versions, newest first.' }),
  }),
  errors: ['not_found'],

  async run({ profileId }, ctx) {
    const profile = await requireProfile(profileId, ctx);
    const versions = await listVersions(ctx.workspaceId, profileId);
    const data = { ...toProfileView(profile), versions: versions.map(toVersionView) };
    return { data, summary: `Target profile ${profile.name}.` };
  },
});
