import { Type } from 'typebox';
import { checkMessage } from '../../domain/campaigns/render-checks.ts';
import { bodyLengthMax, subjectLengthMax } from '../../domain/campaigns/render-template.ts';
import { moveMessage } from '../../domain/mail/message-state.ts';
import { type MessageRecord, transitionMessage } from '../../store/campaigns/message-store.ts';
import { changedMeanwhile } from '../campaigns/require-campaign.ts';
import { checkVersion } from '../check-version.ts';
import { defineWrite } from '../define-action.ts';
import { Id, Input, Text } from '../schema.ts';
import { MessageView, toMessageView } from './message-view.ts';
import { requireOwnMessage } from './require-message.ts';

export const updateMessage = defineWrite({
  name: 'update_message',
  title: 'Edit a message',
  summary: 'Change subject or text of a message that is not yet queued.',
  description:
    'Changes subject or body of a message in state draft, awaiting_approval or approved; what is left out stays. It is plain text, not a template. Afterwards it has to be approved again (approve_message). A queued message cannot be edited: pause its campaign first. Answers to replies: edit_answer.',
  method: 'patch',
  path: '/messages/{messageId}',
  scope: 'messages:write',
  effect: 'write',
  input: Input({
    messageId: Id('msg', 'Message to edit.'),
    subject: Type.Optional(Text(subjectLengthMax, 'New subject.')),
    bodyText: Type.Optional(Text(bodyLengthMax, 'New text.')),
  }),
  output: MessageView,
  errors: ['not_found', 'invalid_state', 'version_conflict'],

  async plan({ messageId, subject, bodyText }, ctx) {
    const message = await requireOwnMessage(messageId, ctx);
    checkVersion(ctx, message);
    moveMessage(message.state, 'edit');
    const text = {
      subject: (subject ?? message.subject).replace(/\s+/g, ' ').trim(),
      bodyText: bodyText ?? message.bodyText,
    };
    return {
      summary: `Would change the message to ${message.to}.`,
      cost: 0,
      effects: [{ op: 'update', type: 'message', id: message.id, label: `Message to ${message.to}`, changes: text }],
      skipped: [],
      warnings: checkMessage(text).map((problem) => problem.message),
      state: { message, text },
    };
  },

  async run(_input, { state: { message, text } }, ctx) {
    const { workspaceId } = ctx;
    const now = ctx.now();
    const changes = { ...text, bodyHtml: null, approvedAt: null, approvedBy: null };
    const edited = await transitionMessage(workspaceId, message.id, 'edit', changes, now, message.version);
    const current = wasSubmitted(message)
      ? await transitionMessage(workspaceId, message.id, 'submit', {}, now)
      : edited;
    const updated = changedMeanwhile(edited && current, 'message');
    if (updated.state === 'awaiting_approval' && message.state !== 'awaiting_approval') {
      const { id, campaignId, enrollmentId, contactId } = updated;
      await ctx.emit('message.awaiting_approval', id, { campaignId, enrollmentId, contactId });
    }
    return { data: toMessageView(updated), summary: `Changed the message to ${updated.to}.` };
  },
});

const wasSubmitted = ({ state, kind }: MessageRecord): boolean => state !== 'draft' || kind === 'campaign';
