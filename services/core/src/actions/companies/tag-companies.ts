import { Type } from 'typebox';
import { applyTagging, planTagging, TaggingResults } from '../../engine/lists/plan-tagging.ts';
import { Id, Input } from '../../schema/schema.ts';
import { defineWrite } from '../definition/define-action.ts';
import { tagNames } from '../lists/tags/tag-view.ts';

export const tagCompanies = defineWrite({
  name: 'tag_companies',
  title: 'Tag companies',
  summary: 'Tag up to 1,000 companies.',
  description:
    'Adds tags to up to 1,000 companies. New names become tags of the workspace. Companies that already have ' +
    'the tags, or are not found, are skipped and named.',
  method: 'post',
  path: '/companies/tag',
  scope: 'companies:write',
  effect: 'write',
  small: { change: 'tags', undo: 'untag_companies with the same tag and companies.' },
  input: Input({
    companyIds: Type.Array(Id('com', 'A company.'), {
      minItems: 1,
      maxItems: 1_000,
      uniqueItems: true,
      description: 'The companies.',
    }),
    tags: tagNames('Tag names.'),
  }),
  output: TaggingResults,
  errors: [],

  plan: ({ companyIds, tags }, ctx) =>
    planTagging({ type: 'company', change: 'add', recordIds: companyIds, tags }, ctx),

  run: (_input, plan, ctx) => applyTagging(plan, ctx),
});
