import { type EnrollmentPauseReason, enrollmentStates } from '../../domain/campaigns/enrollment-state.ts';
import type { Stage } from '../../domain/contacts/contact.ts';
import { type DocOf, defineModel, stored } from '../documents/define-model.ts';
import {
  choice,
  date,
  nullable,
  number,
  optional,
  string,
  stringOf,
  strings,
  withDefault,
} from '../documents/paths.ts';
import { queriesOf } from '../documents/record-query.ts';

/** One contact in one campaign. */
export type EnrollmentDoc = DocOf<typeof EnrollmentModel>;

const schema = stored({
  workspaceId: string,
  campaignId: string,
  contactId: string,
  companyId: nullable(string),
  state: choice(enrollmentStates),
  pauseReason: nullable(stringOf<EnrollmentPauseReason>()),
  resumeAt: nullable(date),
  /** Step whose message is queued or comes next. */
  stepIndex: withDefault(number, 0),
  /** Same for all messages to this contact. */
  mailboxId: nullable(string),
  /** Reason it ended, if the state alone does not explain it. */
  endReason: nullable(string),
  startedAt: nullable(date),
  endedAt: nullable(date),
  /** Stage at enrollment, if that stage usually ends a sequence. It does not end this one. */
  enrolledStage: optional(stringOf<Stage>()),
  /** Keyed digests of all addresses of the contact at enrollment. They outlive the contact. */
  personDigests: optional(strings),
  createdBy: string,
  createdAt: date,
  updatedAt: date,
  version: withDefault(number, 1),
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

export const EnrollmentModel = defineModel('Enrollment', 'enrollments', schema, 'enrollment');

export const enrollmentQueries = queriesOf(EnrollmentModel);
