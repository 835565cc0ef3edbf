import { Type } from 'typebox';
import { applyTagging, planTagging, TaggingResults } from '../../engine/lists/plan-tagging.ts';
import { Id, Input } from '../../schema/schema.ts';
import { defineWrite } from '../definition/define-action.ts';
import { tagNames } from '../lists/tags/tag-view.ts';

export const tagContacts = defineWrite({
  name: 'tag_contacts',
  title: 'Tag contacts',
  summary: 'Tag up to 1,000 contacts.',
  description:
    'Adds tags to up to 1,000 contacts. New names become tags of the workspace. Contacts that already have ' +
    'the tags, or are not found, are skipped and named.',
  method: 'post',
  path: '/contacts/tag',
  scope: 'contacts:write',
  effect: 'write',
  small: { change: 'tags', undo: 'untag_contacts with the same tag and contacts.' },
  input: Input({
    contactIds: Type.Array(Id('con', 'A contact.'), {
      minItems: 1,
      maxItems: 1_000,
      uniqueItems: true,
      description: 'The contacts.',
    }),
    tags: tagNames('Tag names.'),
  }),
  output: TaggingResults,
  errors: [],

  plan: ({ contactIds, tags }, ctx) =>
    planTagging({ type: 'contact', change: 'add', recordIds: contactIds, tags }, ctx),

  run: (_input, plan, ctx) => applyTagging(plan, ctx),
});
