import type { Reply } from '../start-test-core.ts';

interface Caller {
  ids: Record<string, string>;
  request(method: string, path: string, body?: unknown): Promise<Reply>;
}

const taskSteps = [
  { kind: 'task', taskType: 'call', subject: 'Call {{ firstName }}' },
  { subject: 'Our call', body: 'Thank you.' },
];

/** Prepares a task that blocks a running sequence. */
export async function task({ request, ids }: Caller): Promise<{ taskId: string }> {
  const { body } = await request('POST', '/campaigns', { name: 'Calls', steps: taskSteps });
  const path = `/campaigns/${body.data.id}`;
  await request('POST', `${path}/enrollments`, { contactIds: [ids.otherContactId] });
  await request('POST', `${path}/launch`);
  const tasks = await request('GET', `/tasks?campaignId=${body.data.id}`);
  return { taskId: tasks.body.data[0].id };
}
