import { Type } from 'typebox';
import { factChanges } from '../../domain/contacts/contact-changes.ts';
import { moveMessage } from '../../domain/messages/message-state.ts';
import { checkText } from '../../domain/messages/templates/render-checks.ts';
import { bodyLengthMax, subjectLengthMax } from '../../domain/messages/templates/render-template.ts';
import { checkVersion } from '../../engine/context/check-version.ts';
import { changesInWords, plannedUpdate } from '../../engine/context/planned-update.ts';
import { checkAttachments } from '../../engine/messages/attached-files.ts';
import { BodyFormatInput } from '../../engine/messages/body-format-schema.ts';
import { AttachmentsInput } from '../../engine/messages/file-view.ts';
import { claimsOfMessage } from '../../engine/messages/message-claims.ts';
import { Id, Input, Text } from '../../schema/schema.ts';
import { type MessageRecord, transitionMessage } from '../../store/messages/message-store.ts';
import { asPlainText } from '../../transport/messages/message-body.ts';
import { changedMeanwhile } from '../campaigns/require-campaign.ts';
import { defineWrite } from '../definition/define-action.ts';
import { MessageView, toMessageView } from './message-view.ts';
import { requireOwnMessage } from './require-message.ts';

export const updateMessage = defineWrite({
  name: 'update_message',
  title: 'Edit a message',
  summary: 'Change the subject or text of a message that is not queued yet.',
  description:
    'Changes the subject, body, or attachments of a message in state draft, awaiting_approval, or approved, ' +
    'and keeps the others. The text is not a template. It then needs approval again (approve_message). A ' +
    'queued message cannot be edited: pause its campaign first. For answers to replies, use edit_answer.',
  method: 'patch',
  path: '/messages/{messageId}',
  scope: 'messages:write',
  effect: 'write',
  small: { change: 'drafts', undo: 'update_message with the previous text.' },
  input: Input({
    messageId: Id('msg', 'Message to edit.'),
    subject: Type.Optional(Text(subjectLengthMax, 'New subject.')),
    bodyText: Type.Optional(Text(bodyLengthMax, 'New text.')),
    bodyFormat: BodyFormatInput,
    attachments: AttachmentsInput,
  }),
  output: MessageView,
  errors: ['not_found', 'invalid_state', 'version_conflict', 'unsupported_claims'],

  async plan({ messageId, subject, bodyText, bodyFormat, attachments }, ctx) {
    await checkAttachments(ctx.workspaceId, attachments);
    const message = await requireOwnMessage(messageId, ctx);
    checkVersion(ctx, message);
    moveMessage(message.state, 'edit');
    const before = textOf(message);
    const text = {
      subject: (subject ?? before.subject).replace(/\s+/g, ' ').trim(),
      bodyText: bodyText ?? before.bodyText,
      bodyFormat: bodyFormat ?? before.bodyFormat,
      attachments: attachments ?? before.attachments,
    };
    const changes = factChanges(before, text);
    const update = plannedUpdate({
      type: 'message',
      id: message.id,
      label: `Message to ${message.to}`,
      before,
      changes,
    });
    const isChanged = Object.keys(changes).length > 0;
    const isReworded = 'subject' in changes || 'bodyText' in changes;
    const claims = isReworded ? await claimsOfMessage(message, text, ctx) : [];
    return {
      summary: isChanged
        ? `Would change the message to ${message.to}: ${changesInWords(update)}.`
        : 'Would change nothing.',
      effects: isChanged ? [update] : [],
      skipped: [],
      warnings: [...claims, ...checkText(asPlainText(text)).map((problem) => problem.message)],
      isNeverSmall: message.state === 'approved',
      state: { message, text },
    };
  },

  async run(_input, { effects, state: { message, text } }, ctx) {
    if (effects.length === 0) return { data: await toMessageView(message, ctx), summary: 'Nothing to change.' };
    const { workspaceId } = ctx;
    const now = ctx.now();
    const isOfCampaign = message.kind === 'campaign';
    const changes = { ...text, approvedAt: null, approvedBy: null, ...(isOfCampaign && { isEdited: true }) };
    const edited = await transitionMessage(workspaceId, message.id, 'edit', changes, now, message.version);
    const current = wasSubmitted(message)
      ? await transitionMessage(workspaceId, message.id, 'submit', {}, now)
      : edited;
    const updated = changedMeanwhile(edited && current, 'message');
    if (updated.state === 'awaiting_approval' && message.state !== 'awaiting_approval') {
      const { id, campaignId, enrollmentId, contactId } = updated;
      await ctx.emit('message.awaiting_approval', id, { campaignId, enrollmentId, contactId });
    }
    return { data: await toMessageView(updated, ctx), summary: `Changed the message to ${updated.to}.` };
  },
});

function textOf({ subject, bodyText, bodyFormat = 'text', attachments = [] }: MessageRecord) {
  return { subject, bodyText, bodyFormat, attachments };
}

function wasSubmitted({ state, kind }: MessageRecord): boolean {
  return state !== 'draft' || kind === 'campaign';
}
