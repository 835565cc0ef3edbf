import { afterAll, beforeAll, expect, test } from 'vitest';
import { CountedAgent } from './harness/counted-agent.ts';
import { connectWithKey } from './harness/mcp-client.ts';
import { createAccount, type Product, restClient, startProduct } from './harness/product.ts';
import { until } from './harness/running-process.ts';
import { WebSession } from './harness/web-session.ts';

// Work on thousands of contacts by an agent: what it changes, what an undo restores, and what it costs in calls and
// tokens.
const people = 5_000;
const callsMax = 6;
const tokensMax = 4_000;
/** Time for a job beside other tests. */
const jobMs = 150_000;

let product: Product;
let person: WebSession;
let key: string;
let request: ReturnType<typeof restClient>;

beforeAll(async () => {
  product = await startProduct();
  const account = await createAccount(product);
  ({ key } = account);
  request = restClient(product.url, key);
  person = new WebSession(product.url);
  await person.submit('/app/sign-in', '/app/sign-in', { email: account.email, password: account.password });
  for (let from = 0; from < people; from += 1_000) {
    const contacts = Array.from({ length: 1_000 }, (_, index) => {
      const number = from + index;
      const status = number % 50 === 0 ? { emailStatus: 'invalid' } : {};
      return { email: `p${number}@firm${number % 400}.example`, firstName: 'Ada', lastName: `N${number}`, ...status };
    });
    expect((await request('POST', '/contacts/bulk', { contacts })).status).toBe(200);
  }
}, 300_000);
afterAll(() => product?.stop());

async function asAgent(name: string, play: (agent: CountedAgent) => Promise<void>): Promise<void> {
  const client = await connectWithKey(product.url, key);
  const agent = new CountedAgent(client, person);
  await play(agent);
  await client.close();
  process.stdout.write(`${name}: ${agent.calls} calls, ${agent.tokens} tokens (${agent.spent.join(', ')})\n`);
  expect(agent.calls, 'calls').toBeLessThanOrEqual(callsMax);
  expect(agent.tokens, 'tokens').toBeLessThanOrEqual(tokensMax);
}

async function jobDone(jobId: string) {
  const isDone = async () => {
    const { body } = await request('GET', `/jobs/${jobId}`);
    return body.data.state === 'completed' && body.data;
  };
  return until('the end of the job', isDone, jobMs);
}

/** The members that the stories touch, by contact. */
async function touched(): Promise<Map<string, unknown>> {
  const found = new Map<string, unknown>();
  for (let cursor = ''; ; ) {
    const { body } = await request('GET', `/contacts?limit=100&sort=id${cursor && `&cursor=${cursor}`}`);
    for (const { id, stage, tags, ownerId } of body.data) found.set(id, { stage, tags, ownerId });
    if (!body.page.nextCursor) return found;
    cursor = encodeURIComponent(body.page.nextCursor);
  }
}

test('changes the stage of 5,000, and undoes it exactly', { timeout: 300_000 }, async () => {
  const before = await touched();
  expect(before.size).toBe(people);
  let job: { id: string; changeSetId: string };
  await asAgent('change the stage of 5,000', async (agent) => {
    const where = { field: 'stage', op: 'eq', value: 'new' };
    const change = { stage: 'contacted', addTags: ['autumn'] };
    job = await agent.done(await agent.run('change_contacts', { where, change }));
    await jobDone(job.id);
    await agent.run('get_job', { jobId: job.id });
  });
  const changed = [...(await touched()).values()];
  expect(changed.every((one) => JSON.stringify(one) === '{"stage":"contacted","tags":["autumn"],"ownerId":null}')).toBe(
    true,
  );
  await asAgent('undo it', async (agent) => {
    const undo = await agent.done(await agent.run('undo_change', { changeSetId: job.changeSetId }));
    await jobDone(undo.id);
  });
  expect(await touched()).toEqual(before);
});

test('deletes the bounced ones, and undoes that', { timeout: 300_000 }, async () => {
  const before = await touched();
  await asAgent('delete the bounced ones, then undo that', async (agent) => {
    const where = { field: 'emailStatus', op: 'eq', value: 'invalid' };
    const job = await agent.done(await agent.run('delete_contacts', { where }));
    await jobDone(job.id);
    expect((await touched()).size).toBe(people - people / 50);
    const undo = await agent.done(await agent.run('undo_change', { changeSetId: job.changeSetId }));
    await jobDone(undo.id);
  });
  expect(await touched()).toEqual(before);
});

test('merges the duplicates', { timeout: 300_000 }, async () => {
  const twins = Array.from({ length: 40 }, (_, number) => {
    const companyDomain = `twins${number % 20}.example`;
    return { email: `eva${number}@${companyDomain}`, firstName: 'Eva', lastName: `N${number % 20}`, companyDomain };
  });
  await request('POST', '/contacts/bulk', { contacts: twins });
  await asAgent('merge the duplicates', async (agent) => {
    const { data } = await agent.run('find_duplicates', { limit: 3 });
    expect(data.length).toBe(3);
    await agent.done(await agent.run('merge_duplicates', { reasons: ['same_name_and_company'] }));
  });
  expect((await touched()).size).toBe(people + 20);
});

test('imports a file by link, and fixes the domains', { timeout: 300_000 }, async () => {
  const rows = Array.from({ length: 500 }, (_, number) => {
    return `File,F${number},f${number}${number % 10 === 0 ? ' at ' : '@'}import.example`;
  });
  await asAgent('import this file and fix the addresses', async (agent) => {
    const upload = await agent.run('create_upload', { fileName: 'people.csv', mediaType: 'text/csv' });
    const { id: uploadId, url } = upload.data;
    const body = `First name,Last name,Email\n${rows.join('\n')}\n`;
    expect((await fetch(url, { method: 'PUT', body })).status).toBe(201);
    const job = await agent.done(await agent.run('import_contacts', { uploadId }));
    await jobDone(job.id);
    await agent.run('list_job_rows', { jobId: job.id, limit: 5 });
    const rule = { column: 'Email', from: ' at ', to: '@' };
    const fix = await agent.done(await agent.run('fix_job_rows', { jobId: job.id, rule }));
    await jobDone(fix.id);
  });
  expect((await touched()).size).toBe(people + 20 + 500);
});
