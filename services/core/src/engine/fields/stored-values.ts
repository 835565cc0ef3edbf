import type { CustomField, CustomRecordType } from '../../domain/fields/custom-fields.ts';
import { countCustomValues } from '../../store/fields/custom-field-store.ts';
import type { ActionContext } from '../context/action-context.ts';

/** Store test for values that do not fit the field type. Dates are recognized by their format. */
function misfitTest({ type, choices = [] }: Pick<CustomField, 'type' | 'choices'>): Record<string, unknown> {
  if (type === 'choice') return { $nin: choices };
  if (type === 'date') return { $not: /^\d{4}-\d{2}-\d{2}$/ };
  return { $not: { $type: type === 'text' ? 'string' : type === 'number' ? 'number' : 'bool' } };
}

type Counts = Partial<Record<CustomRecordType, number>>;

async function counts(field: CustomField, test: Record<string, unknown> | undefined, ctx: ActionContext) {
  const found: Counts = {};
  for (const type of field.recordTypes) found[type] = await countCustomValues(ctx.workspaceId, type, field.key, test);
  return found;
}

/** Number of records with a value of the field. */
export function countHolders(field: CustomField, ctx: ActionContext): Promise<Counts> {
  return counts(field, undefined, ctx);
}

/** Number of records whose value does not fit the field's type or choices. */
export function countMisfits(field: CustomField, ctx: ActionContext): Promise<Counts> {
  return counts(field, misfitTest(field), ctx);
}
