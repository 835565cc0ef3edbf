import { Type } from 'typebox';
import { checkVersion } from '../../engine/context/check-version.ts';
import { countMisfits } from '../../engine/fields/stored-values.ts';
import { Id, Input, Nullable } from '../../schema/schema.ts';
import { updateCustomField as storeCustomField } from '../../store/fields/custom-field-store.ts';
import { defineWrite } from '../definition/define-action.ts';
import {
  Choices,
  CustomFieldView,
  FieldDescription,
  FieldLabel,
  holders,
  requireChoices,
  requireCustomField,
  toCustomFieldView,
} from './custom-field-view.ts';

export const updateCustomField = defineWrite({
  name: 'update_custom_field',
  title: 'Update a custom field',
  summary: 'Change label, description or choices of a custom field.',
  description:
    'Changes the label, the description (null removes it) or the choices of a custom field; key, type and recordTypes stay. Records that hold a choice which is taken away keep it until it is changed, and no filter finds it: the dry run counts them. To change the type, delete the field and define it again under the same key.',
  method: 'patch',
  path: '/custom-fields/{customFieldId}',
  scope: 'custom_fields:write',
  effect: 'write',
  input: Input({
    customFieldId: Id('fld', 'The custom field.'),
    label: Type.Optional(FieldLabel),
    description: Type.Optional(Nullable(FieldDescription)),
    choices: Type.Optional(Choices),
  }),
  output: CustomFieldView,
  errors: ['not_found', 'version_conflict'],

  async plan({ customFieldId, ...changes }, ctx) {
    const field = await requireCustomField(customFieldId, ctx);
    checkVersion(ctx, field);
    if (changes.choices !== undefined) requireChoices({ type: field.type, choices: changes.choices });
    const after = { ...field, choices: changes.choices ?? field.choices };
    const misfits = changes.choices === undefined ? undefined : holders(await countMisfits(after, ctx));
    return {
      summary: `Would change the custom field ${field.key}.`,
      effects: [{ op: 'update', type: 'custom_field', id: customFieldId, label: field.key, changes }],
      skipped: [],
      warnings: misfits
        ? [`A value that is no choice of ${field.key} any more is kept by ${misfits}; no filter finds it.`]
        : [],
      state: field,
    };
  },

  async run({ customFieldId, label, description, choices }, { state: before }, ctx) {
    const changes = {
      ...(label !== undefined && { label }),
      ...(description !== undefined && { description: description ?? undefined }),
      ...(choices !== undefined && { choices }),
    };
    const field = (await storeCustomField(ctx.workspaceId, customFieldId, changes, ctx.now())) ?? before;
    return { data: toCustomFieldView(field), summary: `Changed the custom field ${field.key}.` };
  },
});
