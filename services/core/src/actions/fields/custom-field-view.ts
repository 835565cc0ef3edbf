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
  description: 'What the value stands under in customFields, unique in the workspace: letters, digits and _.',
});
export const FieldLabel = Text(100, 'Name to show; columns of an import are recognised by it too.');
export const FieldDescription = Text(500, 'What it is for.');
export const Choices = Type.Array(Text(100, 'A value.'), {
  minItems: 1,
  maxItems: choicesMax,
  uniqueItems: true,
  description: 'The values of a choice, in the order in which they are shown.',
});
export const RecordTypes = Type.Array(OneOf(customRecordTypes, { description: 'contact or company.' }), {
  minItems: 1,
  maxItems: customRecordTypes.length,
  uniqueItems: true,
  description: 'The kinds of records that have it.',
});

export const CustomFieldView = Named(
  'CustomField',
  Type.Object({
    id: Type.String({ description: 'fld_….' }),
    key: Type.String({ description: 'What the value stands under in customFields.' }),
    label: Type.String({ description: 'Name to show.' }),
    type: OneOf(customFieldTypes, { description: 'What kind of value it holds.' }),
    choices: Type.Array(Type.String(), { description: 'The values of a choice; empty for other types.' }),
    recordTypes: Type.Array(OneOf(customRecordTypes), { description: 'The kinds of records that have it.' }),
    description: Nullable(Type.String({ description: 'What it is for.' })),
    createdAt: Timestamp('When it was defined.'),
    updatedAt: Timestamp('When it last changed.'),
    version: Type.Integer({ description: 'Grows by one with each change; in the ETag, and for If-Match.' }),
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
  const message = type === 'choice' ? 'A choice needs choices.' : `Only a choice has choices, not a ${type}.`;
  throw new AppError('validation_failed', message, { field: 'choices' });
}

/** Formats "12 contacts and 1 company". Undefined if no record has a value. */
export function holders({ contact = 0, company = 0 }: { contact?: number; company?: number }): string | undefined {
  const parts = [contact > 0 && counted(contact, 'contact'), company > 0 && counted(company, 'company')];
  return parts.filter(Boolean).join(' and ') || undefined;
}
