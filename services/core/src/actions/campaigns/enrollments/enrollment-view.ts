import { type Static, Type } from 'typebox';
import { enrollmentPauseReasons, enrollmentStates } from '../../../domain/campaigns/enrollment-state.ts';
import type { EnrollmentRecord } from '../../../store/campaigns/enrollment-store.ts';
import { Nullable, OneOf, Timestamp } from '../../schema.ts';

const time = (description: string) => Nullable(Timestamp(description));

/** An enrollment as every answer shows it. */
export const EnrollmentView = Type.Object({
  id: Type.String(),
  campaignId: Type.String(),
  contactId: Type.String(),
  companyId: Nullable(Type.String()),
  state: OneOf(enrollmentStates),
  pauseReason: Nullable(OneOf(enrollmentPauseReasons)),
  resumeAt: time('When the pause ends by itself.'),
  stepIndex: Type.Integer({ description: 'The step that is queued or comes next, from 0.' }),
  mailboxId: Nullable(Type.String()),
  endReason: Nullable(
    Type.String({ description: 'Why it ended or stands still, where the state does not say it all.' }),
  ),
  startedAt: time('When its first message was queued.'),
  endedAt: time('When it ended.'),
  createdAt: Timestamp('When the contact was enrolled.'),
  updatedAt: Timestamp('When it last changed.'),
  version: Type.Integer(),
});

export const toEnrollmentView = (enrollment: EnrollmentRecord): Static<typeof EnrollmentView> => ({
  id: enrollment.id,
  campaignId: enrollment.campaignId,
  contactId: enrollment.contactId,
  companyId: enrollment.companyId,
  state: enrollment.state,
  pauseReason: enrollment.pauseReason,
  resumeAt: enrollment.resumeAt?.toISOString() ?? null,
  stepIndex: enrollment.stepIndex,
  mailboxId: enrollment.mailboxId,
  endReason: enrollment.endReason,
  startedAt: enrollment.startedAt?.toISOString() ?? null,
  endedAt: enrollment.endedAt?.toISOString() ?? null,
  createdAt: enrollment.createdAt.toISOString(),
  updatedAt: enrollment.updatedAt.toISOString(),
  version: enrollment.version,
});
