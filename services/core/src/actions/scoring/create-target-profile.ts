import { Type } from 'typebox';
import { profileKinds } from '../../domain/scoring/fit-criteria.ts';
import { AppError } from '../../errors/errors.ts';
import { Input, OneOf, Text } from '../../schema/schema.ts';
import {
  countProfiles,
  insertProfile,
  type NewProfile,
  profilesMax,
} from '../../store/scoring/target-profile-store.ts';
import { defineWrite } from '../definition/define-action.ts';
import { Bands, Criteria, readBands, readCriteria } from './profile-input.ts';
import { ProfileView, toProfileView } from './profile-view.ts';

export const createTargetProfile = defineWrite({
  name: 'create_target_profile',
  title: 'Create a target profile',
  summary: 'Describe an ideal prospect as weighted criteria.',
  description:
    'Creates a target profile (ICP) that describes good contacts (kind person) or companies (kind company) by ' +
    'weighted criteria on their fields. Required and disqualifying criteria rule records out. It starts as a ' +
    'draft: try it with preview_target_profile, publish it with publish_target_profile, then use ' +
    'score_contacts or score_companies. Returns the profile.',
  method: 'post',
  path: '/scoring/profiles',
  scope: 'scoring:write',
  effect: 'write',
  small: { change: 'profiles', undo: 'delete_target_profile removes it.' },
  input: Input({
    name: Text(100, 'Name of the profile.'),
    description: Type.Optional(Text(1000, 'Description of the profile.')),
    kind: OneOf(profileKinds, { description: 'Scored records: contacts (person) or companies.' }),
    criteria: Criteria,
    bands: Type.Optional(Bands),
  }),
  output: ProfileView,
  statuses: [201],
  errors: ['limit_reached'],
  example: {
    name: 'Mid-sized software companies',
    kind: 'company',
    criteria: [
      { field: 'industry', operator: 'in', value: ['Software', 'Financial Technology'], weight: 10 },
      { field: 'employeeCount', operator: 'between', value: [50, 500], weight: 8, required: true },
      { field: 'technologies', operator: 'contains', value: 'Kubernetes', weight: 4 },
    ],
  },

  async plan(input, ctx) {
    const { name, kind, description } = input;
    const content = { criteria: readCriteria(kind, input.criteria), bands: readBands(input.bands) };
    if ((await countProfiles(ctx.workspaceId)) >= profilesMax) {
      throw new AppError('limit_reached', `A workspace has at most ${profilesMax} target profiles.`);
    }
    const state: NewProfile = { name, kind, description, ...content, createdBy: ctx.actor.userId ?? ctx.actor.id };
    const effects = [{ op: 'create' as const, type: 'target_profile', label: name, changes: { kind, ...content } }];
    return { summary: `Would create target profile ${name}.`, effects, skipped: [], warnings: [], state };
  },

  async run(_input, { state }, ctx) {
    const profile = await insertProfile(ctx.workspaceId, state, ctx.now());
    return { status: 201, data: toProfileView(profile), summary: `Created target profile ${profile.name}.` };
  },
});
