import { inTransaction } from '../../store/documents/transaction.ts';
import { insertJob } from '../../store/jobs/job-store.ts';
import type { TestCore } from '../start-test-core.ts';

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
  return id;
}
