import { AppError, notFound } from '../../errors.ts';
import { removeSuppression as deleteSuppression, findSuppression } from '../../store/mail/suppression-store.ts';
import { defineWrite } from '../define-action.ts';
import { Id, Input } from '../schema.ts';
import { SuppressionView, toSuppressionView } from './suppression-view.ts';

const removable = ['manual', 'import'];

export const removeSuppression = defineWrite({
  name: 'remove_suppression',
  title: 'Remove a suppression entry',
  summary: 'Take a manual entry off the suppression list.',
  description:
    'Takes an address or domain off the suppression list. Only entries that were made by hand (reason manual or import): who unsubscribed, complained or was erased stays suppressed, and so does an address that does not work. Contacts keep doNotContact until it is changed there.',
  method: 'delete',
  path: '/suppressions/{suppressionId}',
  scope: 'suppression:write',
  effect: 'destroy',
  input: Input({ suppressionId: Id('sup', 'The entry.') }),
  output: SuppressionView,
  errors: ['not_found', 'legal_block'],

  async plan({ suppressionId }, ctx) {
    const entry = await findSuppression(ctx.workspaceId, suppressionId);
    if (entry === null) throw notFound('suppression entry', suppressionId);
    if (!removable.includes(entry.reason)) {
      throw new AppError('legal_block', `This entry came from ${entry.reason}: it stays.`, {
        allowedValues: removable,
      });
    }
    const label = entry.value ?? entry.id;
    return {
      summary: `Would take ${label} off the suppression list.`,
      cost: 0,
      effects: [{ op: 'delete', type: 'suppression', id: entry.id, label }],
      skipped: [],
      warnings: [],
      state: entry,
    };
  },

  async run({ suppressionId }, { state: entry }, ctx) {
    await deleteSuppression(ctx.workspaceId, suppressionId);
    return { data: toSuppressionView(entry), summary: `Took ${entry.value ?? entry.id} off the suppression list.` };
  },
});
