import { inTransaction } from '../../store/documents/transaction.ts';
import { JobModel } from '../../store/jobs/job-model.ts';
import { insertJob } from '../../store/jobs/job-store.ts';
import type { TestCore } from '../start-test-core.ts';

const yearMs = 365 * 86_400_000;
const request = {
  actor: { kind: 'system', id: 'test', name: 'test' },
  via: 'rest',
  scopes: [],
  requestId: 'req_test',
} as const;

export async function seedJob(core: TestCore, workspaceId: string): Promise<string> {
  const { id } = await inTransaction(() =>
    insertJob(
      workspaceId,
      {
        kind: 'move_marks',
        title: 'A job',
        input: {},
        ...request,
      },
      core.deps.now(),
    ),
  );
  // Tests that run other jobs would start it, some more often than others.
  const turnAt = new Date(core.deps.now().getTime() + yearMs);
  await JobModel.updateOne({ workspaceId, _id: id }, { $set: { turnAt } });
  return id;
}
