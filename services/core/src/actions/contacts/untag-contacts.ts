import { Type } from 'typebox';
import { applyTagging, planTagging, TaggingResults } from '../../engine/lists/plan-tagging.ts';
import { Id, Input } from '../../schema/schema.ts';
import { defineWrite } from '../definition/define-action.ts';
import { tagNames } from '../lists/tags/tag-view.ts';

export const untagContacts = defineWrite({
  name: 'untag_contacts',
  title: 'Untag contacts',
  summary: 'Remove tags from up to 1,000 contacts.',
  description:
    'Removes tags from up to 1,000 contacts. The tags themselves are kept. Contacts without the tags, or not ' +
    'found, are skipped and named.',
  method: 'post',
  path: '/contacts/untag',
  scope: 'contacts:write',
  effect: 'write',
  small: { change: 'tags', undo: 'tag_contacts with the same tag and contacts.' },
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
    planTagging({ type: 'contact', change: 'remove', recordIds: contactIds, tags }, ctx),

  run: (_input, plan, ctx) => applyTagging(plan, ctx),
});
