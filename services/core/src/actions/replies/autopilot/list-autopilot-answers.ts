import { Type } from 'typebox';
import { messageStates } from '../../../domain/messages/message-state.ts';
import { leaveReasons } from '../../../domain/replies/autopilot/decide-reply-draft.ts';
import { replyClasses } from '../../../domain/replies/reply-classes.ts';
import { counted } from '../../../domain/text/counted.ts';
import { Input, Nullable, OneOf, paging, Timestamp } from '../../../schema/schema.ts';
import { viewOf } from '../../../schema/view-of.ts';
import { findMessages, type MessageRecord } from '../../../store/messages/message-store.ts';
import {
  type AutopilotDraftRecord,
  listAutopilotDrafts,
} from '../../../store/replies/autopilot/autopilot-draft-store.ts';
import { findPendingDrafts } from '../../../store/replies/autopilot/autopilot-message-store.ts';
import { defineRead } from '../../definition/define-action.ts';

const AutopilotDraftView = Type.Object({
  id: Type.String({ description: 'apa_….' }),
  replyId: Type.String({ description: 'The reply.' }),
  contactId: Nullable(Type.String({ description: 'Who wrote it.' })),
  class: OneOf(replyClasses, { description: 'What the reply means.' }),
  decision: OneOf(['answered', 'left'], { description: 'answered by autopilot, or left to a person.' }),
  reason: Nullable(OneOf(leaveReasons, { description: 'Why it was left.' })),
  messageId: Nullable(Type.String({ description: 'The answer.' })),
  messageState: Nullable(
    OneOf(messageStates, {
      description: 'scheduled: it leaves at leavesAt; awaiting_approval: autopilot gave it back to a person.',
    }),
  ),
  to: Nullable(Type.String({ description: 'Address that the answer goes to.' })),
  subject: Nullable(Type.String({ description: 'Subject of the answer.' })),
  bodyText: Nullable(Type.String({ description: 'Text of the answer.' })),
  writtenBy: Nullable(OneOf(['model', 'template'], { description: 'What wrote the text.' })),
  leavesAt: Nullable(Timestamp('When it leaves, unless it is taken back before.')),
  sentAt: Nullable(Timestamp('When it left.')),
  createdAt: Timestamp('When autopilot decided.'),
});

export const listAutopilotAnswers = defineRead({
  name: 'list_autopilot_answers',
  title: 'List what autopilot answers',
  summary: 'List the answers of autopilot: what will go out, what has, and what was left to a person.',
  description:
    'The log of autopilot, newest first: each reply that it answered, with the text and when it leaves, ' +
    'and each one that it left to a person, with the reason. With isPending only the answers that have ' +
    'not left yet; cancel_autopilot_answer takes one back. Whether it is on, and its limits: ' +
    'get_settings. A person changes them in the application.',
  method: 'get',
  path: '/autopilot/answers',
  scope: 'replies:read',
  input: Input({
    isPending: Type.Optional(Type.Boolean({ description: 'true: only answers that have not left yet.' })),
    ...paging,
  }),
  output: Type.Array(AutopilotDraftView),
  errors: [],
  isPaged: true,

  async run(input, ctx) {
    const { workspaceId } = ctx;
    const pending = input.isPending ? await findPendingDrafts(workspaceId) : null;
    const request = ctx.pager.request(input, '-id');
    const found = await listAutopilotDrafts(workspaceId, { messageIds: pending?.map(({ id }) => id) }, request);
    const ids = found.items.flatMap(({ messageId }) => messageId ?? []);
    const messages = new Map((await findMessages(workspaceId, ids)).map((message) => [message.id, message]));
    const data = found.items.map((entry) => toView(entry, messages.get(entry.messageId ?? '') ?? null));
    const page = ctx.pager.answer(input, request, found);
    return { data, page, summary: `${counted(data.length, 'reply')} that autopilot has looked at.` };
  },
});

function toView(entry: AutopilotDraftRecord, message: MessageRecord | null) {
  const { state: messageState = null, to = null, subject = null, bodyText = null, sentAt = null } = message ?? {};
  return viewOf(AutopilotDraftView, { ...entry, messageState, to, subject, bodyText, sentAt }, {});
}
