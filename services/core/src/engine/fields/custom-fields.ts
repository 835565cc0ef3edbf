import {
  type CustomField,
  type CustomRecordType,
  type CustomValue,
  customFieldProblem,
  customFieldTest,
  misfitAmong,
} from '../../domain/fields/custom-fields.ts';
import { customQueryField } from '../../domain/fields/queries/query-field.ts';
import type { Condition } from '../../domain/fields/queries/where.ts';
import { AppError } from '../../errors/errors.ts';
import { findCustomFields } from '../../store/fields/custom-field-store.ts';
import type { ActionContext } from '../context/action-context.ts';

type Values = Readonly<Record<string, unknown>>;

/** Custom fields of the workspace for one record type, by key. */
export async function customFieldsOf(
  recordType: CustomRecordType,
  { workspaceId }: Pick<ActionContext, 'workspaceId'>,
): Promise<CustomField[]> {
  return (await findCustomFields(workspaceId)).filter(({ recordTypes }) => recordTypes.includes(recordType));
}

/** Custom fields, read only if one of the records has custom values. */
export async function customFieldsFor(
  recordType: CustomRecordType,
  records: readonly { customFields?: object | null }[],
  ctx: ActionContext,
): Promise<CustomField[]> {
  const isAny = records.some(({ customFields }) => Object.keys(customFields ?? {}).length > 0);
  return isAny ? customFieldsOf(recordType, ctx) : [];
}

/** Throws `validation_failed` for a new value that does not fit the type of its field. */
export function requireCustomValues(fields: readonly CustomField[], after?: Values, before?: Values): void {
  const misfit = misfitAmong(fields, after, before);
  if (misfit === undefined) return;
  const { field, message, allowedValues } = customFieldProblem(misfit);
  throw new AppError('validation_failed', message, { field, allowedValues });
}

/** Conditions for the custom fields in a filter. Throws for a field that is not defined. */
export async function customConditions(
  wanted: Readonly<Record<string, CustomValue>> | undefined,
  recordType: CustomRecordType,
  ctx: ActionContext,
): Promise<Condition[]> {
  if (wanted === undefined) return [];
  const fields = await customFieldsOf(recordType, ctx);
  return Object.entries(wanted).map(([key, value]) => {
    const field = fields.find((one) => one.key === key);
    if (field === undefined) throw unknownField(key, recordType, fields);
    const test = customFieldTest(field, value);
    const asked = customQueryField(field);
    // These filters have always compared texts exactly.
    if (test !== null) return { field: { ...asked, type: asked.type === 'text' ? 'choice' : asked.type }, test };
    const { field: name, message, allowedValues } = customFieldProblem(field);
    const isRanged = field.type === 'number' || field.type === 'date';
    const hint = isRanged ? `${message.slice(0, -1)}, or a range: from..to, from.. or ..to.` : message;
    throw new AppError('validation_failed', hint, { field: name, allowedValues });
  });
}

function unknownField(key: string, recordType: CustomRecordType, fields: readonly CustomField[]): AppError {
  const allowedValues = fields.map((one) => `customFields.${one.key}`);
  const known = allowedValues.length === 0 ? 'none is defined' : `defined: ${allowedValues.join(', ')}`;
  const message = `customFields.${key} is no defined custom field of a ${recordType}; ${known}. Define it by POST /custom-fields.`;
  return new AppError('validation_failed', message, { field: `customFields.${key}`, allowedValues });
}
