import { type CustomRecordType, customFieldTypes } from '../../domain/fields/custom-fields.ts';
import { newId } from '../../domain/values/ids.ts';
import type { PageRequest, PageResult } from '../../domain/values/paging.ts';
import { CompanyModel } from '../companies/company-model.ts';
import { ContactModel } from '../contacts/contact-model.ts';
import { type DocOf, defineModel, type RecordOf, stored, toRecord } from '../documents/define-model.ts';
import { findPage } from '../documents/find-page.ts';
import { choice, date, number, optional, string, strings, stringsOf, withDefault } from '../documents/paths.ts';
import { setAndUnset } from '../documents/set-and-unset.ts';

/** Matches the number of values that a record holds. */
export const customFieldsMax = 50;

type CustomFieldDoc = DocOf<typeof CustomFieldModel>;
export type CustomFieldRecord = RecordOf<CustomFieldDoc>;

const CustomFieldModel = defineModel(
  'CustomField',
  'custom_fields',
  stored({
    workspaceId: string,
    key: string,
    label: string,
    type: choice(customFieldTypes),
    choices: optional(strings),
    recordTypes: stringsOf<CustomRecordType>(),
    description: optional(string),
    createdAt: date,
    updatedAt: date,
    version: withDefault(number, 1),
  }).index({ workspaceId: 1, key: 1 }, { unique: true }),
  'custom_field',
);

export type NewCustomField = Pick<CustomFieldDoc, 'key' | 'label' | 'type' | 'choices' | 'recordTypes' | 'description'>;

export async function insertCustomField(
  workspaceId: string,
  field: NewCustomField,
  now: Date,
): Promise<CustomFieldRecord> {
  const document = { ...field, _id: newId('fld'), workspaceId, createdAt: now, updatedAt: now, version: 1 };
  await CustomFieldModel.create([document]);
  return toRecord(document);
}

export async function findCustomField(workspaceId: string, fieldId: string): Promise<CustomFieldRecord | null> {
  const found = await CustomFieldModel.findOne({ workspaceId, _id: fieldId }).lean<CustomFieldDoc>();
  return found && toRecord(found);
}

/** All custom fields of the workspace, by key. */
export async function findCustomFields(workspaceId: string): Promise<CustomFieldRecord[]> {
  const found = await CustomFieldModel.find({ workspaceId })
    .sort({ key: 1 })
    .limit(customFieldsMax)
    .lean<CustomFieldDoc[]>();
  return found.map(toRecord);
}

export function listCustomFields(
  workspaceId: string,
  recordType: CustomRecordType | undefined,
  page: PageRequest,
): Promise<PageResult<CustomFieldRecord>> {
  const filter = { workspaceId, ...(recordType !== undefined && { recordTypes: recordType }) };
  return findPage<CustomFieldDoc>(CustomFieldModel, filter, page);
}

export async function updateCustomField(
  workspaceId: string,
  fieldId: string,
  changes: Partial<Pick<CustomFieldDoc, 'label' | 'choices' | 'description'>>,
  now: Date,
): Promise<CustomFieldRecord | null> {
  const changed = await CustomFieldModel.findOneAndUpdate(
    { workspaceId, _id: fieldId },
    { ...setAndUnset({ ...changes, updatedAt: now }), $inc: { version: 1 } },
    { returnDocument: 'after' },
  ).lean<CustomFieldDoc>();
  return changed && toRecord(changed);
}

export async function deleteCustomField(workspaceId: string, fieldId: string): Promise<void> {
  await CustomFieldModel.deleteOne({ workspaceId, _id: fieldId });
}

const countedMax = 10_000;

/** Number of records with a value under the key, by kind, each counted up to 10,000. */
export async function countCustomValues(
  workspaceId: string,
  recordType: CustomRecordType,
  key: string,
  test: Record<string, unknown> = { $exists: true },
): Promise<number> {
  const filter = { workspaceId, searchWords: `=${key}`, [`customFields.${key}`]: test };
  return recordType === 'contact'
    ? ContactModel.countDocuments(filter).limit(countedMax)
    : CompanyModel.countDocuments(filter).limit(countedMax);
}
