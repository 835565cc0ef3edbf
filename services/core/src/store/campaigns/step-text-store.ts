import type { PersonalText } from '../../domain/campaigns/written-text.ts';
import { newId } from '../../domain/values/ids.ts';
import { type DocOf, defineModel, stored } from '../documents/define-model.ts';
import { writeMany } from '../documents/insert-documents.ts';
import { date, nullable, string } from '../documents/paths.ts';

/** Texts of a workspace that were written for one person each. */
export const stepTextsMax = 200_000;

type StepTextDoc = DocOf<typeof StepTextModel>;

export const StepTextModel = defineModel(
  'StepText',
  'step_texts',
  stored({
    workspaceId: string,
    campaignId: string,
    stepId: string,
    contactId: string,
    subject: nullable(string),
    body: string,
    writtenBy: string,
    updatedAt: date,
  })
    .index({ workspaceId: 1, contactId: 1, stepId: 1 })
    .index({ workspaceId: 1, campaignId: 1 }),
);

export interface NewStepText extends PersonalText {
  contactId: string;
}

/** Stores texts of a step, and replaces earlier ones for the same people. Call in a transaction that changes the campaign. */
export async function storeStepTexts(
  workspaceId: string,
  { campaignId, stepId, writtenBy }: { campaignId: string; stepId: string; writtenBy: string },
  texts: readonly NewStepText[],
  updatedAt: Date,
): Promise<void> {
  if (texts.length === 0) return;
  await writeMany(
    StepTextModel,
    texts.map(({ contactId, subject, body }) => {
      const filter = { workspaceId, contactId, stepId };
      const update = { $set: { campaignId, subject, body, writtenBy, updatedAt }, $setOnInsert: { _id: newId('stx') } };
      return { updateOne: { filter, update, upsert: true } };
    }),
  );
}

export async function deleteStepTexts(
  workspaceId: string,
  stepId: string,
  contactIds: readonly string[],
): Promise<void> {
  if (contactIds.length > 0) await StepTextModel.deleteMany({ workspaceId, contactId: { $in: contactIds }, stepId });
}

/** Texts of a step for these people. */
export async function findStepTexts(
  workspaceId: string,
  stepId: string,
  contactIds: readonly string[],
): Promise<Map<string, PersonalText>> {
  const found = await StepTextModel.find({ workspaceId, contactId: { $in: contactIds }, stepId })
    .limit(contactIds.length)
    .lean<StepTextDoc[]>();
  return new Map(found.map(({ contactId, subject, body }) => [contactId, { subject, body }]));
}

/** All texts of these people, by contact and step. */
export async function findTextsOf(
  workspaceId: string,
  contactIds: readonly string[],
): Promise<Map<string, Record<string, PersonalText>>> {
  const texts = new Map<string, Record<string, PersonalText>>();
  if (contactIds.length === 0) return texts;
  const found = await StepTextModel.find({ workspaceId, contactId: { $in: contactIds } }).lean<StepTextDoc[]>();
  for (const { contactId, stepId, subject, body } of found)
    texts.set(contactId, { ...texts.get(contactId), [stepId]: { subject, body } });
  return texts;
}

export function countStepTexts(workspaceId: string): Promise<number> {
  return StepTextModel.countDocuments({ workspaceId }).limit(stepTextsMax);
}

export async function deleteTextsOfCampaign(workspaceId: string, campaignId: string): Promise<void> {
  await StepTextModel.deleteMany({ workspaceId, campaignId });
}
