import { Type } from 'typebox';
import { counted } from '../../../domain/text/counted.ts';
import { examinedMax, findDuplicates as findGroups } from '../../../engine/contacts/merging/find-duplicates.ts';
import { duplicateReasons } from '../../../engine/contacts/merging/group-duplicates.ts';
import { Input, Named, OneOf, paging } from '../../../schema/schema.ts';
import { defineRead } from '../../definition/define-action.ts';

const DuplicatesView = Named(
  'DuplicateContacts',
  Type.Object({
    contactIds: Type.Array(Type.String(), { description: 'Contacts that are probably one person.' }),
    survivorId: Type.String({
      description:
        'Contact to keep: with a valid address, else any address, else the latest reply or message, else the oldest.',
    }),
    reasons: Type.Array(OneOf(duplicateReasons), {
      description: 'same_address (current or former), same_profile (LinkedIn), or same_name_and_company.',
    }),
  }),
);

export const findDuplicates = defineRead({
  name: 'find_duplicates',
  title: 'Find duplicate contacts',
  summary: 'Find contacts that are probably the same person.',
  description:
    'Proposes groups of contacts that share an address, a LinkedIn profile, or both names at one company. Contacts ' +
    `with other names or other profiles are not grouped. Pass groups to merge_duplicates. A request examines ${examinedMax} ` +
    'contacts; if it ends early (isPartial), its nextCursor continues without a gap.',
  method: 'get',
  path: '/contacts/duplicates',
  scope: 'contacts:read',
  input: Input(paging),
  output: Type.Array(DuplicatesView),
  errors: [],
  isPaged: true,

  async run(input, ctx) {
    const request = ctx.pager.request(input, 'id');
    const { groups, lastId } = await findGroups(ctx.workspaceId, request.after?.id ?? '', request.limit);
    const next = lastId === null ? null : { value: null, id: lastId };
    const data = groups.map(({ firstId: _firstId, ...group }) => group);
    const page = {
      ...ctx.pager.answer(input, request, { items: data, next }),
      isPartial: next !== null && groups.length < request.limit,
    };
    const more = next === null ? '' : ', and perhaps more on the next page';
    return { data, page, summary: `${counted(groups.length, 'group')} of duplicates${more}.` };
  },
});
