import { Id, Input } from '../../schema/schema.ts';
import { defineRead } from '../definition/define-action.ts';
import { requireSuppression } from './require-suppression.ts';
import { SuppressionView, toSuppressionView } from './suppression-view.ts';

export const getSuppression = defineRead({
  name: 'get_suppression',
  title: 'Get a suppression entry',
  summary: 'Get one entry of the suppression list.',
  description:
    'Returns one entry of the suppression list: the address or domain, its reason, and its time. To check an ' +
    'address, use check_suppression.',
  method: 'get',
  path: '/suppressions/{suppressionId}',
  scope: 'suppression:read',
  input: Input({ suppressionId: Id('sup', 'The entry.') }),
  output: SuppressionView,
  errors: ['not_found'],

  async run({ suppressionId }, ctx) {
    const entry = await requireSuppression(suppressionId, ctx);
    return { data: toSuppressionView(entry), summary: `${entry.value ?? entry.id} is suppressed: ${entry.reason}.` };
  },
});
