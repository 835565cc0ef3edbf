import { Type } from 'typebox';
import { Input, paging } from '../../schema/schema.ts';
import { listProfiles } from '../../store/scoring/target-profile-store.ts';
import { defineRead } from '../definition/define-action.ts';
import { ProfileView, toProfileView } from './profile-view.ts';

export const listTargetProfiles = defineRead({
  name: 'list_target_profiles',
  title: 'List target profiles',
  summary: 'List target profiles, newest first.',
  description:
    'Lists the target profiles (ICP) of the workspace, newest first, with their criteria, grades, and ' +
    'publication state. Use it to find the profileId for score_contacts, score_companies, and ' +
    'preview_target_profile.',
  method: 'get',
  path: '/scoring/profiles',
  scope: 'scoring:read',
  input: Input(paging),
  output: Type.Array(ProfileView),
  errors: [],
  isPaged: true,

  async run(input, ctx) {
    const request = ctx.pager.request(input, '-id');
    const found = await listProfiles(ctx.workspaceId, request);
    const summary = `${found.items.length} target profiles.`;
    return { data: found.items.map(toProfileView), page: ctx.pager.answer(input, request, found), summary };
  },
});
