import { type Static, Type } from 'typebox';
import { enrollSkipReasons } from '../../domain/campaigns/enrollment-skip.ts';
import { textsOf } from '../../domain/campaigns/sequence-step.ts';
import { counted } from '../../domain/text/counted.ts';
import { previewMailboxes } from '../../engine/campaigns/campaign-mailboxes.ts';
import { findPeople, mailboxFor } from '../../engine/campaigns/campaign-people.ts';
import { checkEnrollments } from '../../engine/campaigns/check-enrollments.ts';
import { firstEnrolled } from '../../engine/campaigns/first-enrolled.ts';
import { PreviewMessage, previewLabel, previewSequence } from '../../engine/campaigns/preview-messages.ts';
import type { ActionContext } from '../../engine/context/action-context.ts';
import { AppError } from '../../errors/errors.ts';
import { takeSlices } from '../../process/give-way.ts';
import { ForeignName } from '../../schema/foreign.ts';
import { Id, Input, Nullable, OneOf } from '../../schema/schema.ts';
import type { CampaignRecord } from '../../store/campaigns/campaign-store.ts';
import { defineRead } from '../definition/define-action.ts';
import { requireCampaign } from './require-campaign.ts';

const contactsMax = 10;
const contactsDefault = 2;

const PreviewedContact = Type.Object({
  contactId: Type.String({ description: 'The contact.' }),
  label: ForeignName(Type.String({ description: 'Name of the contact.' })),
  skipReason: Nullable(OneOf(enrollSkipReasons, { description: 'Reason this contact would not be enrolled.' })),
  messages: Type.Array(PreviewMessage, { description: 'Sequence as this contact would get it.' }),
});

export const previewCampaign = defineRead({
  name: 'preview_campaign',
  title: 'Preview a campaign',
  summary: 'Show the exact messages that contacts would get.',
  description:
    'Renders every step (or one text of a step: stepId, variant) for up to 10 contacts (contactIds; default: ' +
    'the first two enrolled contacts) exactly ' +
    'as it would be sent: sender, recipient, subject, and body with signature, postal address, and ' +
    'unsubscribe link. Shows for each contact whether and why they would be skipped, and for each message its ' +
    'problems (unresolved placeholders, length, links, spam words). Sends nothing.',
  method: 'get',
  path: '/campaigns/{campaignId}/preview',
  scope: 'campaigns:read',
  input: Input({
    campaignId: Id('cmp', 'Campaign to preview.'),
    contactIds: Type.Optional(
      Type.Array(Id('con', 'Contact.'), {
        minItems: 1,
        maxItems: contactsMax,
        description: 'Contacts to render for. Default: the first two enrolled contacts.',
      }),
    ),
    stepId: Type.Optional(Id('stp', 'Only the message of this step. Default: all steps.')),
    variant: Type.Optional(
      Type.String({
        pattern: '^[A-Z]$',
        description: 'Text of that step to render, such as B. Default: the one that the contact gets.',
      }),
    ),
  }),
  output: Type.Object({
    campaignId: Type.String({ description: 'The campaign.' }),
    warnings: Type.Array(Type.String(), { description: 'Problems that would prevent the launch.' }),
    contacts: Type.Array(PreviewedContact, { description: 'One item per previewed contact.' }),
  }),
  errors: ['not_found'],
  isEverydayTool: true,

  async run(input, ctx) {
    const campaign = withChosenText(await requireCampaign(input.campaignId, ctx), input);
    const { mailboxes, usableCount } = await previewMailboxes(ctx.workspaceId, campaign);
    const contactIds =
      input.contactIds ?? (await firstEnrolled(ctx.workspaceId, campaign.id, contactsDefault)).contactIds;
    const people = await findPeople(ctx.workspaceId, contactIds);
    const contacts = [...people.values()].map(({ contact }) => contact);
    const checks = await checkEnrollments(contactIds, contacts, campaign, ctx);
    const isWanted = ({ stepId }: { stepId: string }) => input.stepId === undefined || stepId === input.stepId;
    const giveWay = takeSlices();
    const data: Static<typeof PreviewedContact>[] = [];
    for (const { contactId, label, reason } of checks) {
      const person = people.get(contactId);
      const isShown = person !== undefined && mailboxes.length > 0;
      data.push({
        contactId,
        label: person ? previewLabel(person) : label,
        skipReason: reason === 'already_enrolled' ? null : reason,
        messages: isShown
          ? previewSequence(campaign, person, mailboxFor(mailboxes, contactId), ctx).filter(isWanted)
          : [],
      });
      await giveWay();
    }
    const warnings = warningsOf(campaign, usableCount, ctx);
    const summary = `${campaign.name}: ${counted(campaign.steps.length, 'step')} rendered for ${counted(data.length, 'contact')}.`;
    return { data: { campaignId: campaign.id, warnings, contacts: data }, summary };
  },
});

interface ChosenText {
  stepId?: string;
  variant?: string;
}

/** The campaign as if everyone got the chosen text of a step. */
function withChosenText(campaign: CampaignRecord, { stepId, variant }: ChosenText): CampaignRecord {
  if (stepId === undefined) {
    if (variant === undefined) return campaign;
    throw new AppError('validation_failed', 'variant belongs to a step: give its stepId too.', { field: 'stepId' });
  }
  const step = campaign.steps.find(({ id }) => id === stepId);
  const ids = step && textsOf(step).map(({ id }) => id);
  if (ids === undefined || (variant !== undefined && !ids.includes(variant))) {
    const [field, allowedValues] = ids ? ['variant', ids] : ['stepId', campaign.steps.map(({ id }) => id)];
    throw new AppError('validation_failed', `${field}: the campaign has no such ${ids ? 'text' : 'step'}.`, {
      field,
      allowedValues,
    });
  }
  const steps = campaign.steps.map((one) => (one.id === stepId && variant ? { ...one, winnerId: variant } : one));
  return { ...campaign, steps };
}

function warningsOf(campaign: CampaignRecord, activeCount: number, ctx: ActionContext): string[] {
  return [
    ...(campaign.steps.length === 0 ? ['The campaign has no steps.'] : []),
    ...(ctx.workspace.settings.postalAddress.trim() === ''
      ? ['No postal address is set. Set it with update_settings.']
      : []),
    ...(activeCount === 0 ? ['No mailbox of the campaign is active.'] : []),
  ];
}
