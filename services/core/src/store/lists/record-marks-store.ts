import type { Model } from 'mongoose';
import { CompanyModel } from '../companies/company-model.ts';
import { ContactModel } from '../contacts/contact-model.ts';

/** Tags and lists are arrays on the records, so that reading a contact also returns its lists. An owner is one member. */
export type MarkField = 'tags' | 'listIds' | 'ownerId';
export type MarkedType = 'contact' | 'company';

interface Marked {
  _id: string;
  workspaceId: string;
  tags: string[];
  listIds: string[];
  ownerId?: string;
}

function modelOf(type: MarkedType): Model<Marked> {
  return (type === 'contact' ? ContactModel : CompanyModel) as unknown as Model<Marked>;
}

function changeMarks(change: (field: MarkField, values: string[]) => object) {
  return async (
    workspaceId: string,
    type: MarkedType,
    recordIds: string[],
    field: MarkField,
    values: string[],
    now: Date,
  ): Promise<void> => {
    await modelOf(type).updateMany(
      { workspaceId, _id: { $in: recordIds } },
      { ...change(field, values), $set: { updatedAt: now }, $inc: { version: 1 } },
    );
  };
}

export const addMarks = changeMarks((field, values) => ({ $addToSet: { [field]: { $each: values } } }));
export const removeMarks = changeMarks((field, values) =>
  field === 'ownerId' ? { $unset: { ownerId: '' } } : { $pull: { [field]: { $in: values } } },
);

/** IDs of records with a value, up to `limit`. */
export async function findMarked(
  workspaceId: string,
  type: MarkedType,
  field: MarkField,
  value: string,
  limit: number,
): Promise<string[]> {
  const found = await modelOf(type)
    .find({ workspaceId, [field]: value }, { _id: 1 })
    .sort({ _id: 1 })
    .limit(limit)
    .lean<{ _id: string }[]>();
  return found.map(({ _id }) => _id);
}
