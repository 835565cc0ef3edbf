import { Type } from 'typebox';
import { counted } from '../../domain/text/counted.ts';
import { findOwnMailbox } from '../../engine/mailboxes/find-own-mailbox.ts';
import { settleOutcomes, settleUnconfirmedMessage } from '../../engine/messages/settle-unconfirmed.ts';
import { Id, Input, OneOf } from '../../schema/schema.ts';
import { findUnconfirmed } from '../../store/messages/due-messages.ts';
import { requireCampaign } from '../campaigns/require-campaign.ts';
import { defineWrite } from '../definition/define-action.ts';

const settledMax = 500;

export const settleMessages = defineWrite({
  name: 'settle_messages',
  title: 'Settle many unconfirmed messages',
  summary: 'Settle all unconfirmed messages of a campaign or mailbox.',
  description: `Settles unconfirmed messages, at most ${settledMax} per call, of one campaign, one mailbox, or the whole workspace, with sent or send_again. See settle_message.`,
  method: 'post',
  path: '/messages/settle',
  scope: ['messages:write', 'sending:write'],
  effect: 'send',
  input: Input({
    campaignId: Type.Optional(Id('cmp', 'Only messages of this campaign.')),
    mailboxId: Type.Optional(Id('mbx', 'Only messages from this mailbox.')),
    outcome: OneOf(settleOutcomes, {
      description: 'sent: they were sent. send_again: they were not sent, and are sent now.',
    }),
  }),
  output: Type.Object({
    settledCount: Type.Integer({ description: 'Messages settled.' }),
    messageIds: Type.Array(Type.String(), { description: 'IDs of these messages, msg_….' }),
  }),
  errors: ['not_found'],

  async plan({ campaignId, mailboxId, outcome }, ctx) {
    if (campaignId !== undefined) await requireCampaign(campaignId, ctx);
    if (mailboxId !== undefined) await findOwnMailbox(mailboxId, ctx);
    const messages = await findUnconfirmed(ctx.workspaceId, { campaignId, mailboxId }, settledMax);
    const isAgain = outcome === 'send_again';
    return {
      summary: `Would settle ${counted(messages.length, 'unconfirmed message')}.`,
      effects: messages.map(({ id, to }) => ({
        op: isAgain ? ('send' as const) : ('update' as const),
        type: 'message',
        id,
        label: `Message to ${to}`,
      })),
      skipped: [],
      warnings: isAgain && messages.length > 0 ? ['Messages that were sent after all arrive twice.'] : [],
      state: messages,
    };
  },

  async run({ outcome }, { state: messages }, ctx) {
    const by = ctx.actor.userId ?? ctx.actor.id;
    const messageIds: string[] = [];
    for (const message of messages) {
      const settled = await settleUnconfirmedMessage(message, outcome, by, ctx.now());
      if (settled !== null) messageIds.push(settled.id);
    }
    return {
      data: { settledCount: messageIds.length, messageIds },
      summary: `Settled ${counted(messageIds.length, 'unconfirmed message')}.`,
    };
  },
});
