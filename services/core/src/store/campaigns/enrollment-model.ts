import {
  type EnrollmentPauseReason,
  type EnrollmentState,
  enrollmentStates,
} from '../../domain/campaigns/enrollment-state.ts';
import type { Stage } from '../../domain/contacts/contact.ts';
import { defineModel, StoredSchema } from '../documents/define-model.ts';
import { queriesOf } from '../documents/record-query.ts';

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
  /** Step whose message is queued or comes next. */
  stepIndex: number;
  /** Same for all messages to this contact. */
  mailboxId: string | null;
  /** Reason it ended, if the state alone does not explain it. */
  endReason: string | null;
  startedAt: Date | null;
  endedAt: Date | null;
  /** Stage at enrollment, if that stage usually ends a sequence. It does not end this one. */
  enrolledStage?: Stage;
  /** Keyed digests of all addresses of the contact at enrollment. They outlive the contact. */
  personDigests?: string[];
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
  enrolledStage: String,
  personDigests: { type: [String], default: undefined },
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
// Limits each person to one sequence at a time, even under concurrent enrollment requests.
schema.index({ workspaceId: 1, contactId: 1 }, { unique: true, partialFilterExpression: { endedAt: null } });
schema.index({ workspaceId: 1, personDigests: 1 }, { partialFilterExpression: { personDigests: { $exists: true } } });
schema.index({ workspaceId: 1, createdAt: 1, _id: 1 });
// Index for the worker's sweep over all workspaces.
schema.index({ resumeAt: 1 }, { partialFilterExpression: { state: 'paused' } });

export const EnrollmentModel = defineModel<EnrollmentDoc>('Enrollment', 'enrollments', schema);

export const enrollmentQueries = queriesOf(EnrollmentModel);
