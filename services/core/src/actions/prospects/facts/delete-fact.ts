import { notFound } from '../../../errors/errors.ts';
import { Deleted } from '../../../schema/record-parts.ts';
import { Id, Input } from '../../../schema/schema.ts';
import { deleteFacts, findFact } from '../../../store/prospects/fact-store.ts';
import { defineWrite } from '../../definition/define-action.ts';

export const deleteFact = defineWrite({
  name: 'delete_fact',
  title: 'Delete a fact',
  summary: 'Delete a fact about a contact or company.',
  description: 'Deletes a fact, for example one that is wrong or outdated. Claims in later texts lose its support.',
  method: 'delete',
  path: '/facts/{factId}',
  scope: 'facts:write',
  effect: 'destroy',
  input: Input({ factId: Id('fct', 'The fact.') }),
  output: Deleted,
  errors: ['not_found'],

  async plan({ factId }, ctx) {
    const fact = await findFact(ctx.workspaceId, factId);
    if (fact === null) throw notFound('fact', factId);
    return {
      summary: 'Would delete the fact.',
      effects: [{ op: 'delete', type: 'fact', id: factId, label: fact.statement }],
      skipped: [],
      warnings: [],
      state: fact,
    };
  },

  async run({ factId }, { state: fact }, ctx) {
    await deleteFacts(ctx.workspaceId, [factId]);
    const subjectIds = [factId, fact.contactId ?? fact.companyId ?? ''];
    return { data: { id: factId, deleted: true }, summary: 'Deleted the fact.', subjectIds };
  },
});
