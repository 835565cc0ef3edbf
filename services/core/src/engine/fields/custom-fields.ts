import {
  type CustomField,
  type CustomRecordType,
  type CustomValue,
  customFieldConditions,
  customFieldProblem,
  misfitAmong,
} from '../../domain/fields/custom-fields.ts';
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

/** Store conditions for the custom fields in a filter. Throws for a field that is not defined. */
export async function customConditions(
  wanted: Readonly<Record<string, CustomValue>> | undefined,
  recordType: CustomRecordType,
  ctx: ActionContext,
): Promise<Record<string, unknown>[]> {
  if (wanted === undefined) return [];
  const fields = await customFieldsOf(recordType, ctx);
  return Object.entries(wanted).flatMap(([key, value]) => {
    const field = fields.find((one) => one.key === key);
    if (field === undefined) throw unknownField(key, recordType, fields);
    const conditions = customFieldConditions(field, value);
    if (conditions !== null) return conditions;
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

/** Query that also requires these conditions. */
export function withConditions(query: Record<string, unknown>, conditions: Record<string, unknown>[]) {
  if (conditions.length === 0) return query;
  const { $and: own = [], ...rest } = query;
  return { ...rest, $and: [...(own as object[]), ...conditions] };
}
