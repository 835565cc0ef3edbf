import { Type } from 'typebox';
import { customFieldTypes, customRecordTypes } from '../../domain/fields/custom-fields.ts';
import { countMisfits } from '../../engine/fields/stored-values.ts';
import { AppError } from '../../errors/errors.ts';
import { Input, OneOf } from '../../schema/schema.ts';
import { customFieldsMax, findCustomFields, insertCustomField } from '../../store/fields/custom-field-store.ts';
import { defineWrite } from '../definition/define-action.ts';
import {
  Choices,
  CustomFieldView,
  FieldDescription,
  FieldKey,
  FieldLabel,
  holders,
  RecordTypes,
  refuseTakenKey,
  requireChoices,
  toCustomFieldView,
} from './custom-field-view.ts';

export const createCustomField = defineWrite({
  name: 'create_custom_field',
  title: 'Define a custom field',
  summary: 'Define a typed field for contacts and companies.',
  description:
    'Defines a custom field. From then on, values under its key in customFields must have its type: text, ' +
    'number, date (2026-01-31), boolean, or one of the choices. Contacts and companies can be filtered by it ' +
    '(customFields[key]=value, or a range for numbers and dates), imports and exports get a column for it, ' +
    'and templates can use custom.<key>. Existing values are kept; the dry run counts those of another type. ' +
    'recordTypes: default both.',
  method: 'post',
  path: '/custom-fields',
  scope: 'custom_fields:write',
  effect: 'write',
  input: Input({
    key: FieldKey,
    label: FieldLabel,
    type: OneOf(customFieldTypes, { description: 'Type of the values. Cannot be changed later.' }),
    choices: Type.Optional(Choices),
    recordTypes: Type.Optional(RecordTypes),
    description: Type.Optional(FieldDescription),
  }),
  output: CustomFieldView,
  statuses: [201],
  errors: ['already_exists', 'limit_reached'],
  example: { key: 'tier', label: 'Tier', type: 'choice', choices: ['gold', 'silver'], recordTypes: ['company'] },

  async plan(input, ctx) {
    requireChoices(input);
    await refuseTakenKey(input.key, ctx);
    if ((await findCustomFields(ctx.workspaceId)).length >= customFieldsMax)
      throw new AppError('limit_reached', `A workspace has at most ${customFieldsMax} custom fields.`);
    const field = { ...input, recordTypes: input.recordTypes ?? [...customRecordTypes] };
    const misfits = holders(await countMisfits(field, ctx));
    return {
      summary: `Would define the custom field ${input.key}.`,
      effects: [{ op: 'create', type: 'custom_field', label: input.key, changes: { ...field } }],
      skipped: [],
      warnings: misfits
        ? [`Values of another type under ${input.key} are kept by ${misfits}. No filter finds them.`]
        : [],
      state: field,
    };
  },

  async run(_input, { state }, ctx) {
    const field = await insertCustomField(ctx.workspaceId, state, ctx.now());
    return { status: 201, data: toCustomFieldView(field), summary: `Defined the custom field ${field.key}.` };
  },
});
