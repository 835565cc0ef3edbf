import { Id, Input } from '../../schema/schema.ts';
import { defineRead } from '../definition/define-action.ts';
import { CustomFieldView, requireCustomField, toCustomFieldView } from './custom-field-view.ts';

export const getCustomField = defineRead({
  name: 'get_custom_field',
  title: 'Get a custom field',
  summary: 'Get one custom field with its type, choices, and record types.',
  description:
    'Returns the definition of one custom field by its ID: key, label, type, choices, and record types. ' +
    'Contacts and companies have the values in customFields.',
  method: 'get',
  path: '/custom-fields/{customFieldId}',
  scope: 'custom_fields:read',
  input: Input({ customFieldId: Id('fld', 'The custom field.') }),
  output: CustomFieldView,
  errors: ['not_found'],

  async run({ customFieldId }, ctx) {
    const field = await requireCustomField(customFieldId, ctx);
    return { data: toCustomFieldView(field), summary: `The custom field ${field.key} (${field.type}).` };
  },
});
