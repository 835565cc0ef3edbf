import { Type } from 'typebox';
import { factChanges } from '../../domain/contacts/contact-changes.ts';
import type { ActionContext } from '../../engine/context/action-context.ts';
import { changesInWords, plannedUpdate } from '../../engine/context/planned-update.ts';
import { requireOwner } from '../../engine/members/require-owner.ts';
import { AppError } from '../../errors/errors.ts';
import { Id, Input, Nullable, Timestamp } from '../../schema/schema.ts';
import { type ReplyChanges, type ReplyRecord, updateReply as storeReply } from '../../store/replies/reply-store.ts';
import { defineWrite } from '../definition/define-action.ts';
import { emitReplyUpdated } from './emit-reply-updated.ts';
import { findOwnReply, replyIdInput, senderOf } from './find-own-reply.ts';
import { ReplyView, toReplyView } from './reply-view.ts';

const labelsMax = 20;
const snoozeDaysMax = 366;
const dayMs = 86_400_000;

const Label = Type.String({ minLength: 1, maxLength: 50, pattern: '^\\S(.*\\S)?$', description: 'A label.' });

export const updateReply = defineWrite({
  name: 'update_reply',
  title: 'Update a reply',
  summary: 'Set the owner, the labels, or the snooze of a reply.',
  description:
    'Gives a reply to a member (ownerId; null: no one), sets its labels as a whole, or snoozes it until a time ' +
    '(snoozedUntil; null ends the snooze). Its class and state stay as they are: see classify_reply and ' +
    'dismiss_reply. assign_reply is something else: it matches an unmatched reply to a contact.',
  method: 'patch',
  path: '/replies/{replyId}',
  scope: 'replies:write',
  effect: 'write',
  small: { change: 'replyLabels', undo: 'update_reply with the previous values.' },
  input: Input({
    ...replyIdInput,
    ownerId: Type.Optional(Nullable(Id('usr', 'Member who handles it. Null: no one.'))),
    labels: Type.Optional(
      Type.Array(Label, { maxItems: labelsMax, uniqueItems: true, description: 'All of its labels.' }),
    ),
    snoozedUntil: Type.Optional(
      Nullable(Timestamp(`Time until which it is put aside, at most ${snoozeDaysMax} days ahead. Null: not.`)),
    ),
  }),
  output: ReplyView,
  errors: ['not_found', 'invalid_state', 'version_conflict'],

  async plan({ replyId, ...wanted }, ctx) {
    const reply = await findOwnReply(replyId, ctx);
    if (wanted.ownerId) await requireOwner(ctx.workspaceId, wanted.ownerId, 'ownerId');
    const snoozedUntil = readSnooze(wanted.snoozedUntil, reply, ctx);
    const { ownerId = null, labels = [], snoozedUntil: until = null } = reply;
    const before = { ownerId, labels, snoozedUntil: until };
    const changed = factChanges(before, { ...wanted, snoozedUntil });
    const changes: ReplyChanges = Object.fromEntries(
      Object.entries(changed).map(([name, value]) => [name, value ?? null]),
    );
    const label = `Reply from ${senderOf(reply)}`;
    const update = plannedUpdate({ type: 'reply', id: reply.id, label, before, changes });
    const isChanged = Object.keys(changes).length > 0;
    return {
      summary: isChanged
        ? `Would change the reply from ${reply.fromAddress}: ${changesInWords(update)}.`
        : 'Would change nothing.',
      effects: isChanged ? [update] : [],
      skipped: [],
      warnings: [],
      state: { reply, changes },
    };
  },

  async run({ replyId }, { state: { reply: before, changes } }, ctx) {
    if (Object.keys(changes).length === 0) return { data: toReplyView(before), summary: 'Nothing to change.' };
    const reply = (await storeReply(ctx.workspaceId, replyId, changes, ctx.now())) ?? before;
    await emitReplyUpdated(reply, changes, ctx);
    return { data: toReplyView(reply), summary: `Changed the reply from ${reply.fromAddress}.` };
  },
});

/** Undefined: not given. Throws unless the time is ahead and the reply is open. */
function readSnooze(
  given: string | null | undefined,
  { id, state }: ReplyRecord,
  { now }: ActionContext,
): Date | null | undefined {
  if (given === undefined || given === null) return given;
  if (state === 'answered' || state === 'dismissed')
    throw new AppError('invalid_state', `Reply ${id} is ${state}, so it cannot be snoozed.`, { field: 'snoozedUntil' });
  const until = new Date(given);
  const aheadMs = until.getTime() - now().getTime();
  if (aheadMs > 0 && aheadMs <= snoozeDaysMax * dayMs) return until;
  throw new AppError(
    'validation_failed',
    `snoozedUntil must be later than now, and at most ${snoozeDaysMax} days ahead.`,
    { field: 'snoozedUntil' },
  );
}
