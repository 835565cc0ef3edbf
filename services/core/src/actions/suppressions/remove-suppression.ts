import { AppError } from '../../errors/errors.ts';
import { Id, Input } from '../../schema/schema.ts';
import { removeSuppression as deleteSuppression } from '../../store/suppressions/suppression-store.ts';
import { defineWrite } from '../definition/define-action.ts';
import { requireSuppression } from './require-suppression.ts';
import { SuppressionView, toSuppressionView } from './suppression-view.ts';

const removable = ['manual', 'import'];

export const removeSuppression = defineWrite({
  name: 'remove_suppression',
  title: 'Remove a suppression entry',
  summary: 'Take a manual entry, or a bounce that a fault of ours made, off the list.',
  description:
    'Takes an address or domain off the suppression list. Only entries that were made by hand (reason manual or import): who unsubscribed, complained or was erased stays suppressed, and so does an address that does not work, unless it bounced while a mailbox or its provider had a fault (isRemovalProposed). Contacts keep doNotContact until it is changed there.',
  method: 'delete',
  path: '/suppressions/{suppressionId}',
  scope: 'suppression:write',
  effect: 'destroy',
  input: Input({ suppressionId: Id('sup', 'The entry.') }),
  output: SuppressionView,
  errors: ['not_found', 'legal_block'],

  async plan({ suppressionId }, ctx) {
    const entry = await requireSuppression(suppressionId, ctx);
    const isProposed = entry.reason === 'hard_bounce' && entry.isRemovalProposed;
    if (!removable.includes(entry.reason) && !isProposed) {
      throw new AppError('legal_block', `This entry came from ${entry.reason}: it stays.`, {
        allowedValues: removable,
      });
    }
    const label = entry.value ?? entry.id;
    return {
      summary: `Would take ${label} off the suppression list.`,
      effects: [{ op: 'delete', type: 'suppression', id: entry.id, label }],
      skipped: [],
      warnings: isProposed
        ? ['The contact keeps its e-mail status: verify_email looks whether the address works.']
        : [],
      state: entry,
    };
  },

  async run({ suppressionId }, { state: entry }, ctx) {
    await deleteSuppression(ctx.workspaceId, suppressionId);
    const { kind, value, reason } = entry;
    await ctx.emit('suppression.removed', suppressionId, { kind, value, reason });
    return { data: toSuppressionView(entry), summary: `Took ${entry.value ?? entry.id} off the suppression list.` };
  },
});
