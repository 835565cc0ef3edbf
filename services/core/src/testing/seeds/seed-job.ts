import { inTransaction } from '../../store/documents/transaction.ts';
import { insertJob } from '../../store/jobs/job-store.ts';

export async function seedJob(workspaceId: string, now: Date): Promise<string> {
  const job = await inTransaction(() =>
    insertJob(
      workspaceId,
      {
        kind: 'move_marks',
        title: 'A job',
        input: {},
        actor: { kind: 'system', id: 'test', name: 'test' },
        via: 'rest',
        scopes: [],
        requestId: 'req_test',
      },
      now,
    ),
  );
  return job.id;
}
