import { Type } from 'typebox';
import { applyTagging, planTagging, TaggingResults } from '../../engine/lists/plan-tagging.ts';
import { Id, Input } from '../../schema/schema.ts';
import { defineWrite } from '../definition/define-action.ts';
import { tagNames } from '../lists/tags/tag-view.ts';

export const untagCompanies = defineWrite({
  name: 'untag_companies',
  title: 'Untag companies',
  summary: 'Remove tags from up to 1,000 companies.',
  description:
    'Removes tags from up to 1,000 companies. The tags themselves are kept. Companies without the tags, or ' +
    'not found, are skipped and named.',
  method: 'post',
  path: '/companies/untag',
  scope: 'companies:write',
  effect: 'write',
  small: { change: 'tags', undo: 'tag_companies with the same tag and companies.' },
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
    planTagging({ type: 'company', change: 'remove', recordIds: companyIds, tags }, ctx),

  run: (_input, plan, ctx) => applyTagging(plan, ctx),
});
