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
  contactId: Nullable(Type.String({ description: 'Author of the reply.' })),
  class: OneOf(replyClasses, { description: 'Class of the reply.' }),
  decision: OneOf(['answered', 'left'], { description: 'Answered by autopilot, or left to a person.' }),
  reason: Nullable(OneOf(leaveReasons, { description: 'Reason it was left to a person.' })),
  messageId: Nullable(Type.String({ description: 'The answer.' })),
  messageState: Nullable(
    OneOf(messageStates, {
      description: 'scheduled: it is sent at leavesAt. awaiting_approval: autopilot left it to a person.',
    }),
  ),
  to: Nullable(Type.String({ description: 'Email address of the recipient.' })),
  subject: Nullable(Type.String({ description: 'Subject of the answer.' })),
  bodyText: Nullable(Type.String({ description: 'Text of the answer.' })),
  writtenBy: Nullable(OneOf(['model', 'template'], { description: 'Author of the text.' })),
  leavesAt: Nullable(Timestamp('Time at which it is sent, unless it is cancelled first.')),
  sentAt: Nullable(Timestamp('Time at which it was sent.')),
  createdAt: Timestamp("Time of autopilot's decision."),
});

export const listAutopilotAnswers = defineRead({
  name: 'list_autopilot_answers',
  title: 'List autopilot answers',
  summary: "List autopilot's planned and sent answers, and the replies it left to a person.",
  description:
    'Returns the log of autopilot, newest first: each answered reply with the text and its send time, and ' +
    'each reply left to a person with the reason. With isPending, only answers that are not sent yet; ' +
    'cancel_autopilot_answer cancels one. For its state and limits, use get_settings. People change them in ' +
    'the application.',
  method: 'get',
  path: '/autopilot/answers',
  scope: 'replies:read',
  input: Input({
    isPending: Type.Optional(Type.Boolean({ description: 'true: only answers that are not sent yet.' })),
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
    return { data, page, summary: `${counted(data.length, 'reply')} processed by autopilot.` };
  },
});

function toView(entry: AutopilotDraftRecord, message: MessageRecord | null) {
  const { state: messageState = null, to = null, subject = null, bodyText = null, sentAt = null } = message ?? {};
  return viewOf(AutopilotDraftView, { ...entry, messageState, to, subject, bodyText, sentAt }, {});
}
