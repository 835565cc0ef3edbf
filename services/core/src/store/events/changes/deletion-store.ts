import type { ChangeType } from '../../../domain/events/change-types.ts';
import { type DocOf, defineModel, stored } from '../../documents/define-model.ts';
import { date, optional, string, stringOf } from '../../documents/paths.ts';

/** Record that is deleted, or about to be. Written before the record is deleted, and removed once the feed has it. */
export type DeletionDoc = DocOf<typeof DeletionModel>;

export const DeletionModel = defineModel(
  'Deletion',
  'deletions',
  stored({
    workspaceId: string,
    type: stringOf<ChangeType>(),
    recordId: string,
    /** Set if the record belongs to a campaign. */
    campaignId: optional(string),
    at: date,
  }),
);
