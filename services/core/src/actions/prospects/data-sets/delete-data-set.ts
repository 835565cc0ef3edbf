import { removeRows } from '../../../engine/jobs/data-set-jobs.ts';
import { notFound } from '../../../errors/errors.ts';
import { Deleted } from '../../../schema/record-parts.ts';
import { Id, Input } from '../../../schema/schema.ts';
import { findDataSet, deleteDataSet as removeDataSet } from '../../../store/prospects/own/data-set-store.ts';
import { defineWrite } from '../../definition/define-action.ts';

export const deleteDataSet = defineWrite({
  name: 'delete_data_set',
  title: 'Delete a data set',
  summary: 'Delete an imported data set with all its people.',
  description:
    'Deletes a data set that was imported with import_data_set. Searches no longer find its rows, and a job ' +
    'removes them. An import of it ends. Contacts created from its people are kept. This cannot be undone.',
  method: 'delete',
  path: '/search/data-sets/{dataSetId}',
  scope: 'search:write',
  effect: 'destroy',
  input: Input({ dataSetId: Id('dst', 'The data set.') }),
  output: Deleted,
  errors: ['not_found'],

  async plan({ dataSetId }, ctx) {
    const state = await findDataSet(ctx.workspaceId, dataSetId);
    if (state === null) throw notFound('data set', dataSetId);
    const { name, rowCount, companyCount } = state;
    const changes = { rows: rowCount, companies: companyCount };
    const effects = [
      { op: 'delete' as const, type: 'data_set', id: dataSetId, label: name, changes },
      { op: 'start' as const, type: 'job', label: `Removal of rows of ${name}` },
    ];
    return { summary: `Would delete data set ${name}.`, effects, skipped: [], warnings: [], state };
  },

  async run({ dataSetId }, { state }, ctx) {
    await removeDataSet(ctx.workspaceId, dataSetId);
    await removeRows({ dataSetId, added: null }, state.name, ctx);
    return { data: { id: dataSetId, deleted: true }, summary: `Deleted data set ${state.name}.` };
  },
});
