import { Type } from 'typebox';
import { needsAction, replyClasses } from '../../domain/replies/reply-classes.ts';
import { dueAtOf } from '../../domain/replies/reply-due.ts';
import { applyReplyClass } from '../../engine/replies/apply-reply-class.ts';
import { planReplyClass } from '../../engine/replies/plan-reply-class.ts';
import { AppError } from '../../errors/errors.ts';
import { Input, OneOf, Timestamp } from '../../schema/schema.ts';
import { type ReplyChanges, updateReply } from '../../store/replies/reply-store.ts';
import { defineWrite } from '../definition/define-action.ts';
import { findOwnReply, replyIdInput, senderOf } from './find-own-reply.ts';
import { ReplyView, toReplyView } from './reply-view.ts';

/** Bounces are recognized by structure, so no one can set this class. */
const settableClasses = replyClasses.filter((name) => name !== 'bounce');

export const classifyReply = defineWrite({
  name: 'classify_reply',
  title: 'Classify a reply',
  summary: 'Correct the class of a reply.',
  description:
    'Sets the class of a reply, overriding the automatic one, and applies its effect: unsubscribe and ' +
    'complaint suppress the person immediately and permanently; out_of_office pauses the sequence until ' +
    'returnDate (default: one week); auto_reply changes nothing; all others stop the sequence. Sequences ' +
    'stopped or people suppressed by the previous class are not restored.',
  method: 'post',
  path: '/replies/{replyId}/classify',
  scope: 'replies:write',
  effect: 'write',
  small: { change: 'replyLabels', undo: 'classify_reply with the previous class.' },
  input: Input({
    ...replyIdInput,
    class: OneOf(settableClasses, { description: 'Class of the reply.' }),
    returnDate: Type.Optional(Timestamp("With out_of_office: the person's return date.")),
  }),
  output: ReplyView,
  errors: ['not_found', 'validation_failed', 'version_conflict'],

  async plan(input, ctx) {
    const reply = await findOwnReply(input.replyId, ctx);
    if (input.returnDate !== undefined && input.class !== 'out_of_office') {
      throw new AppError('validation_failed', 'returnDate is only for the class out_of_office.', {
        field: 'returnDate',
      });
    }
    const label = `Reply from ${senderOf(reply)}`;
    const decided = { ...reply, class: input.class, classifiedBy: 'user', wish: 'none' } as const;
    const consequences = await planReplyClass(decided, input.class);
    const changes = { class: input.class, from: reply.class };
    return {
      summary: `Would classify the reply from ${reply.fromAddress} as ${input.class}.`,
      effects: [{ op: 'update', type: 'reply', id: reply.id, label, changes }, ...consequences],
      skipped: [],
      warnings: [],
      // Suppressing, pausing, and stopping stay when the class is changed back.
      isNeverSmall: consequences.length > 0,
      state: reply,
    };
  },

  async run(input, { state: { receivedAt } }, ctx) {
    const changes: ReplyChanges = {
      class: input.class,
      confidence: 1,
      classifiedBy: 'user',
      returnDate: input.returnDate === undefined ? null : new Date(input.returnDate),
      wish: 'none',
      guesses: [],
      undoUntil: null,
      needsAction: needsAction({ class: input.class }),
      dueAt: dueAtOf({ class: input.class, receivedAt }, ctx.workspace.settings),
    };
    const reply = await updateReply(ctx.workspaceId, input.replyId, changes, ctx.now());
    await applyReplyClass(reply!, ctx);
    const { campaignId, contactId } = reply!;
    await ctx.emit('reply.classified', input.replyId, { class: input.class, campaignId, contactId });
    return { data: toReplyView(reply!), summary: `Classified the reply from ${reply!.fromAddress} as ${input.class}.` };
  },
});
