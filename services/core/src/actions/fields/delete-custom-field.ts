import { checkVersion } from '../../engine/context/check-version.ts';
import { countHolders } from '../../engine/fields/stored-values.ts';
import { AppError } from '../../errors/errors.ts';
import { Deleted } from '../../schema/record-parts.ts';
import { Id, Input } from '../../schema/schema.ts';
import { deleteCustomField as removeCustomField } from '../../store/fields/custom-field-store.ts';
import { findListFilteringBy } from '../../store/lists/list-store.ts';
import { defineWrite } from '../definition/define-action.ts';
import { holders, requireCustomField } from './custom-field-view.ts';

export const deleteCustomField = defineWrite({
  name: 'delete_custom_field',
  title: 'Delete a custom field',
  summary: 'Delete the definition of a custom field. Values are kept without a type.',
  description:
    'Deletes the definition of a custom field. Values under its key are kept, but without a type: nothing ' +
    'checks them, and no filter finds them until the key is defined again. The dry run counts them. Rejected ' +
    'with invalid_state while a dynamic list filters by the field.',
  method: 'delete',
  path: '/custom-fields/{customFieldId}',
  scope: 'custom_fields:write',
  effect: 'destroy',
  input: Input({ customFieldId: Id('fld', 'The custom field.') }),
  output: Deleted,
  errors: ['not_found', 'version_conflict', 'invalid_state'],

  async plan({ customFieldId }, ctx) {
    const field = await requireCustomField(customFieldId, ctx);
    checkVersion(ctx, field);
    const list = await findListFilteringBy(ctx.workspaceId, field.key);
    if (list !== null) {
      const message = `The dynamic list ${list.name} (${list.id}) filters by ${field.key}. Change its filter first.`;
      throw new AppError('invalid_state', message, { existingId: list.id });
    }
    const kept = holders(await countHolders(field, ctx));
    return {
      summary: `Would delete the custom field ${field.key}.`,
      effects: [{ op: 'delete', type: 'custom_field', id: customFieldId, label: field.key }],
      skipped: [],
      warnings: kept ? [`Values of ${field.key} are kept without a type by ${kept}. No filter finds them.`] : [],
      state: field,
    };
  },

  async run({ customFieldId }, { state: field }, ctx) {
    await removeCustomField(ctx.workspaceId, customFieldId);
    return { data: { id: customFieldId, deleted: true }, summary: `Deleted the custom field ${field.key}.` };
  },
});
