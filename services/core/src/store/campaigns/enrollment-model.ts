import {
  type EnrollmentPauseReason,
  type EnrollmentState,
  enrollmentStates,
} from '../../domain/campaigns/enrollment-state.ts';
import { defineModel, StoredSchema } from '../documents/define-model.ts';

/** One contact in one campaign. */
export interface EnrollmentDoc {
  _id: string;
  workspaceId: string;
  campaignId: string;
  contactId: string;
  companyId: string | null;
  state: EnrollmentState;
  pauseReason: EnrollmentPauseReason | null;
  resumeAt: Date | null;
  /** The step whose message is queued, or comes next. */
  stepIndex: number;
  /** The same for all messages to this contact. */
  mailboxId: string | null;
  /** Why it ended, where the state does not say it all. */
  endReason: string | null;
  startedAt: Date | null;
  endedAt: Date | null;
  createdBy: string;
  createdAt: Date;
  updatedAt: Date;
  version: number;
}

const text = { type: String, default: null };
const date = { type: Date, default: null };

const schema = new StoredSchema<EnrollmentDoc>({
  workspaceId: { type: String, required: true },
  campaignId: { type: String, required: true },
  contactId: { type: String, required: true },
  companyId: text,
  state: { type: String, enum: enrollmentStates, required: true },
  pauseReason: text,
  resumeAt: date,
  stepIndex: { type: Number, default: 0 },
  mailboxId: text,
  endReason: text,
  startedAt: date,
  endedAt: date,
  createdBy: { type: String, required: true },
  createdAt: { type: Date, required: true },
  updatedAt: { type: Date, required: true },
  version: { type: Number, default: 1 },
});
schema.index({ workspaceId: 1, campaignId: 1, contactId: 1 }, { unique: true });
schema.index({ workspaceId: 1, campaignId: 1, state: 1, _id: 1 });
schema.index({ workspaceId: 1, campaignId: 1, _id: 1 });
schema.index({ workspaceId: 1, campaignId: 1, companyId: 1 });
schema.index({ workspaceId: 1, contactId: 1, state: 1 });
schema.index({ workspaceId: 1, createdAt: 1 });
// The worker's sweep, over all workspaces.
schema.index({ resumeAt: 1 }, { partialFilterExpression: { state: 'paused' } });

export const EnrollmentModel = defineModel<EnrollmentDoc>('Enrollment', 'enrollments', schema);
