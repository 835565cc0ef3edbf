import { Type } from 'typebox';
import { customRecordTypes } from '../../domain/fields/custom-fields.ts';
import { counted } from '../../domain/text/counted.ts';
import { Input, OneOf, paging } from '../../schema/schema.ts';
import { listCustomFields as findPage } from '../../store/fields/custom-field-store.ts';
import { defineRead } from '../definition/define-action.ts';
import { CustomFieldView, toCustomFieldView } from './custom-field-view.ts';

export const listCustomFields = defineRead({
  name: 'list_custom_fields',
  title: 'List custom fields',
  summary: 'List the custom fields of the workspace by key.',
  description:
    'Lists the custom fields of the workspace by key, with types and choices. They define the values allowed ' +
    'in customFields of contacts and companies, and the filters of list_contacts and list_companies ' +
    '(customFields[key]=value). Filter by recordType.',
  method: 'get',
  path: '/custom-fields',
  scope: 'custom_fields:read',
  input: Input({
    recordType: Type.Optional(OneOf(customRecordTypes, { description: 'Only fields of this record type.' })),
    ...paging,
  }),
  output: Type.Array(CustomFieldView),
  errors: [],
  isPaged: true,

  async run(input, ctx) {
    const request = ctx.pager.request(input, 'key');
    const found = await findPage(ctx.workspaceId, input.recordType, request);
    const page = ctx.pager.answer(input, request, found);
    return {
      data: found.items.map(toCustomFieldView),
      page,
      summary: `${counted(found.items.length, 'custom field')}.`,
    };
  },
});
