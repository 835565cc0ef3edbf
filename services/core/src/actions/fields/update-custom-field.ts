import { Type } from 'typebox';
import { factChanges } from '../../domain/contacts/contact-changes.ts';
import { checkVersion } from '../../engine/context/check-version.ts';
import { changesInWords, plannedUpdate } from '../../engine/context/planned-update.ts';
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
  summary: 'Change the label, description, or choices of a custom field.',
  description:
    'Changes the label, description (null clears it), or choices of a custom field. The key, type, and ' +
    'recordTypes cannot be changed. Records with a removed choice keep it until it is changed, but no filter ' +
    'finds it; the dry run counts them. To change the type, delete the field and define it again with the ' +
    'same key.',
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

  async plan({ customFieldId, ...wanted }, ctx) {
    const field = await requireCustomField(customFieldId, ctx);
    checkVersion(ctx, field);
    const { choices } = wanted;
    if (choices !== undefined) requireChoices({ type: field.type, choices });
    const changes = factChanges(field, wanted);
    const isChanged = Object.keys(changes).length > 0;
    const update = plannedUpdate({ type: 'custom_field', id: customFieldId, label: field.key, before: field, changes });
    const after = { ...field, choices: choices ?? field.choices };
    const misfits = choices === undefined ? undefined : holders(await countMisfits(after, ctx));
    return {
      summary: isChanged
        ? `Would change the custom field ${field.key}: ${changesInWords(update)}.`
        : 'Would change nothing.',
      effects: isChanged ? [update] : [],
      skipped: [],
      warnings: misfits
        ? [`Values that are no longer a choice of ${field.key} are kept by ${misfits}. No filter finds them.`]
        : [],
      state: { before: field, changes },
    };
  },

  async run({ customFieldId }, { state: { before, changes } }, ctx) {
    if (Object.keys(changes).length === 0) return { data: toCustomFieldView(before), summary: 'Nothing to change.' };
    const field = (await storeCustomField(ctx.workspaceId, customFieldId, changes, ctx.now())) ?? before;
    return { data: toCustomFieldView(field), summary: `Changed the custom field ${field.key}.` };
  },
});
