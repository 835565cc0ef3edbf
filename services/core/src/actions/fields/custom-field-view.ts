import { type Static, Type } from 'typebox';
import {
  type CustomField,
  customFieldTypes,
  customKeyPattern,
  customRecordTypes,
} from '../../domain/fields/custom-fields.ts';
import { counted } from '../../domain/text/counted.ts';
import type { ActionContext } from '../../engine/context/action-context.ts';
import { AppError, notFound } from '../../errors/errors.ts';
import { Named, Nullable, OneOf, Text, Timestamp } from '../../schema/schema.ts';
import { viewOf } from '../../schema/view-of.ts';
import { type CustomFieldRecord, findCustomField, findCustomFields } from '../../store/fields/custom-field-store.ts';

const choicesMax = 100;

export const FieldKey = Type.String({
  pattern: customKeyPattern,
  maxLength: 50,
  description: 'Key of the values in customFields, unique in the workspace: letters, digits, and _.',
});
export const FieldLabel = Text(100, 'Display name. Imports also recognize columns by it.');
export const FieldDescription = Text(500, 'Purpose of the field.');
export const Choices = Type.Array(Text(100, 'A value.'), {
  minItems: 1,
  maxItems: choicesMax,
  uniqueItems: true,
  description: 'Values of a choice, in display order.',
});
export const RecordTypes = Type.Array(OneOf(customRecordTypes, { description: 'contact or company.' }), {
  minItems: 1,
  maxItems: customRecordTypes.length,
  uniqueItems: true,
  description: 'Record types that have it.',
});

export const CustomFieldView = Named(
  'CustomField',
  Type.Object({
    id: Type.String({ description: 'fld_….' }),
    key: Type.String({ description: 'Key of the values in customFields.' }),
    label: Type.String({ description: 'Display name.' }),
    type: OneOf(customFieldTypes, { description: 'Type of the values.' }),
    choices: Type.Array(Type.String(), { description: 'Values of a choice. Empty for other types.' }),
    recordTypes: Type.Array(OneOf(customRecordTypes), { description: 'Record types that have it.' }),
    description: Nullable(Type.String({ description: 'Purpose of the field.' })),
    createdAt: Timestamp('Time of the definition.'),
    updatedAt: Timestamp('Time of the last change.'),
    version: Type.Integer({ description: 'Increases by one with each change. Used in the ETag and for If-Match.' }),
  }),
);

export function toCustomFieldView(field: CustomFieldRecord): Static<typeof CustomFieldView> {
  return viewOf(CustomFieldView, field, {});
}

export async function requireCustomField(fieldId: string, ctx: ActionContext): Promise<CustomFieldRecord> {
  const field = await findCustomField(ctx.workspaceId, fieldId);
  if (field === null) throw notFound('custom field', fieldId);
  return field;
}

export async function refuseTakenKey(key: string, ctx: ActionContext): Promise<void> {
  const existing = (await findCustomFields(ctx.workspaceId)).find((field) => field.key === key);
  if (existing === undefined) return;
  throw new AppError('already_exists', `A custom field with the key "${key}" exists: ${existing.id}.`, {
    field: 'key',
    existingId: existing.id,
  });
}

/** Requires choices for a choice field, and rejects them for other types. */
export function requireChoices({ type, choices }: Pick<CustomField, 'type' | 'choices'>): void {
  if ((type === 'choice') === (choices !== undefined)) return;
  const message =
    type === 'choice' ? 'A choice field needs choices.' : `Only a choice field has choices, not a ${type} field.`;
  throw new AppError('validation_failed', message, { field: 'choices' });
}

/** Formats "12 contacts and 1 company". Undefined if no record has a value. */
export function holders({ contact = 0, company = 0 }: { contact?: number; company?: number }): string | undefined {
  const parts = [contact > 0 && counted(contact, 'contact'), company > 0 && counted(company, 'company')];
  return parts.filter(Boolean).join(' and ') || undefined;
}
