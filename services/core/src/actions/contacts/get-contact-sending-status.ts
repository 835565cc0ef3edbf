import { type Static, Type } from 'typebox';
import { sendingStatuses } from '../../domain/campaigns/campaign-sending-status.ts';
import { enrollSkipReasons, enrollSkipTexts } from '../../domain/campaigns/enrollment-skip.ts';
import { enrollmentStates } from '../../domain/campaigns/enrollment-state.ts';
import { sendingExplanations } from '../../domain/campaigns/sending-explanations.ts';
import { contactLabel } from '../../domain/contacts/contact.ts';
import { requireContact } from '../../engine/contacts/change-contact.ts';
import { whyNotEligible } from '../../engine/contacts/eligibility.ts';
import type { ActionContext } from '../../engine/context/action-context.ts';
import { sendingOfEnrollment } from '../../engine/sending/enrollment-sending.ts';
import { Id, Input, Nullable, OneOf, Timestamp } from '../../schema/schema.ts';
import { findCampaigns } from '../../store/campaigns/campaign-store.ts';
import { type EnrollmentRecord, listEnrollments } from '../../store/campaigns/enrollment-store.ts';
import { defineRead } from '../definition/define-action.ts';

const enrollmentsMax = 20;

const CampaignOfContact = Type.Object({
  enrollmentId: Type.String({ description: 'The enrollment.' }),
  campaignId: Type.String({ description: 'The campaign.' }),
  campaignName: Type.String({ description: 'Its name.' }),
  state: OneOf(enrollmentStates, { description: "State of the contact's sequence." }),
  sendingStatus: Nullable(
    OneOf(sendingStatuses, { description: 'Reason the next message waits. Null when paused or ended.' }),
  ),
  explanation: Type.String({ description: 'The state or status in one sentence.' }),
  nextSendAt: Nullable(Timestamp('Earliest time of the next message.')),
});

export const getContactSendingStatus = defineRead({
  name: 'get_contact_sending_status',
  title: 'Get the sending status of a contact',
  summary: 'Show why a person does or does not get email now.',
  description:
    'Returns whether a new campaign would enroll the contact, the reason if not, and for each campaign of the ' +
    'contact why and until when its next message waits. For a whole campaign, use get_sending_status.',
  method: 'get',
  path: '/contacts/{contactId}/sending-status',
  scope: 'campaigns:read',
  input: Input({ contactId: Id('con', 'Contact to check.') }),
  output: Type.Object({
    contactId: Type.String({ description: 'The contact.' }),
    canBeEnrolled: Type.Boolean({ description: 'True: a new campaign with the usual rules would enroll the contact.' }),
    skipReason: Nullable(OneOf(enrollSkipReasons, { description: 'Reason a new campaign would skip the contact.' })),
    explanation: Type.String({ description: 'The answer and its reason in one sentence.' }),
    enrollments: Type.Array(CampaignOfContact, {
      description: `Campaigns of the contact, newest first, up to ${enrollmentsMax}.`,
    }),
  }),
  errors: ['not_found'],

  async run({ contactId }, ctx) {
    const contact = await requireContact(contactId, ctx);
    const skipReason = await whyNotEligible(ctx.workspace, contactId, ctx);
    const page = { limit: enrollmentsMax, sort: '-id' };
    const { items } = await listEnrollments(ctx.workspaceId, { contactId }, page);
    const explanation = skipReason === null ? 'A new campaign would enroll this person.' : enrollSkipTexts[skipReason];
    return {
      data: {
        contactId,
        canBeEnrolled: skipReason === null,
        skipReason,
        explanation,
        enrollments: await campaignsOf(items, ctx),
      },
      summary: `${contactLabel(contact)}: ${explanation}`,
    };
  },
});

async function campaignsOf(enrollments: EnrollmentRecord[], ctx: ActionContext) {
  const campaignIds = [...new Set(enrollments.map(({ campaignId }) => campaignId))];
  const names = new Map((await findCampaigns(ctx.workspaceId, campaignIds)).map(({ id, name }) => [id, name]));
  const campaigns: Static<typeof CampaignOfContact>[] = [];
  for (const enrollment of enrollments) {
    const { id: enrollmentId, campaignId, state, endReason, pauseReason } = enrollment;
    const { sendingStatus, nextSendAt } = await sendingOfEnrollment(enrollment, ctx.now());
    const ended = `The sequence is ${state}${reasonIn(endReason ?? pauseReason)}.`;
    campaigns.push({
      enrollmentId,
      campaignId,
      campaignName: names.get(campaignId) ?? '',
      state,
      sendingStatus,
      explanation: sendingStatus === null ? ended : sendingExplanations[sendingStatus],
      nextSendAt: nextSendAt?.toISOString() ?? null,
    });
  }
  return campaigns;
}

function reasonIn(reason: string | null): string {
  return reason === null ? '' : ` (${reason.replaceAll('_', ' ')})`;
}
