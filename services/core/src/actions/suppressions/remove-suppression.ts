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
  summary: 'Remove a manual entry, or a bounce caused by a mailbox fault, from the list.',
  description:
    'Removes an address or domain from the suppression list. Only entries with reason manual or import can be ' +
    'removed. People who unsubscribed, complained, or were erased stay suppressed, and so do addresses that ' +
    'bounced, unless the mailbox or its provider had a fault at the time (isRemovalProposed). Contacts keep ' +
    'doNotContact until it is changed there.',
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
      throw new AppError('legal_block', `This entry is permanent: its reason is ${entry.reason}.`, {
        allowedValues: removable,
      });
    }
    const label = entry.value ?? entry.id;
    return {
      summary: `Would remove ${label} from the suppression list.`,
      effects: [{ op: 'delete', type: 'suppression', id: entry.id, label }],
      skipped: [],
      warnings: isProposed ? ['The contact keeps its email status. Use verify_email to check the address.'] : [],
      state: entry,
    };
  },

  async run({ suppressionId }, { state: entry }, ctx) {
    await deleteSuppression(ctx.workspaceId, suppressionId);
    const { kind, value, reason } = entry;
    await ctx.emit('suppression.removed', suppressionId, { kind, value, reason });
    return { data: toSuppressionView(entry), summary: `Removed ${entry.value ?? entry.id} from the suppression list.` };
  },
});
