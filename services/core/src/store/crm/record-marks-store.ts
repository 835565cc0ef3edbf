import type { Model } from 'mongoose';
import { CompanyModel } from './company-model.ts';
import { ContactModel } from './contact-model.ts';

/** Tags and lists are arrays on the records that carry them: what a contact is in is read with the contact. */
export type MarkField = 'tags' | 'listIds';
export type MarkedType = 'contact' | 'company';

interface Marked {
  _id: string;
  workspaceId: string;
  tags: string[];
  listIds: string[];
}

const modelOf = (type: MarkedType): Model<Marked> =>
  (type === 'contact' ? ContactModel : CompanyModel) as unknown as Model<Marked>;

const changeMarks =
  (change: (field: MarkField, values: string[]) => object) =>
  async (
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

export const addMarks = changeMarks((field, values) => ({ $addToSet: { [field]: { $each: values } } }));
export const removeMarks = changeMarks((field, values) => ({ $pull: { [field]: { $in: values } } }));

/** Ids of some records that carry a value; at most `limit`. */
export const findMarked = async (
  workspaceId: string,
  type: MarkedType,
  field: MarkField,
  value: string,
  limit: number,
): Promise<string[]> => {
  const found = await modelOf(type)
    .find({ workspaceId, [field]: value } as never, { _id: 1 })
    .sort({ _id: 1 })
    .limit(limit)
    .lean<{ _id: string }[]>();
  return found.map(({ _id }) => _id);
};

export const countMarked = (
  workspaceId: string,
  type: MarkedType,
  field: MarkField,
  value: string,
  limit: number,
): Promise<number> =>
  modelOf(type)
    .countDocuments({ workspaceId, [field]: value } as never)
    .limit(limit);
