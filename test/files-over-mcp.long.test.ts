import { afterAll, beforeAll, expect, test } from 'vitest';
import { toolFor } from './harness/counted-agent.ts';
import { connectWithKey } from './harness/mcp-client.ts';
import { createAccount, type Product, restClient, startProduct } from './harness/product.ts';
import { until } from './harness/running-process.ts';

// Files in the results of tools: short ones of the workspace come with the result, others as links without a key.
let product: Product;
let key: string;
beforeAll(async () => {
  product = await startProduct();
  ({ key } = await createAccount(product));
}, 120_000);
afterAll(() => product?.stop());

interface Content {
  type: string;
  text?: string;
  uri?: string;
  mimeType?: string;
  resource?: { uri: string; mimeType: string; text: string };
}

async function callAction(action: string, input: object): Promise<{ contents: Content[]; structured: unknown }> {
  const client = await connectWithKey(product.url, key);
  const result = await client.callTool({ name: toolFor(action), arguments: { action, input } });
  await client.close();
  expect(result.isError, JSON.stringify(result.content)).toBeFalsy();
  return { contents: result.content as Content[], structured: result.structuredContent };
}

async function addContacts(count: number): Promise<void> {
  const contacts = Array.from({ length: count }, (_, i) => ({ email: `p${i}@firm.example`, firstName: 'Ada' }));
  expect((await restClient(product.url, key)('POST', '/contacts/bulk', { contacts })).status).toBe(200);
}

test('a short export is part of the result, and a long one is a link', async () => {
  await addContacts(3);
  const short = await callAction('export_contacts', { format: 'csv' });
  const embedded = short.contents.find(({ type }) => type === 'resource')!.resource!;
  expect(embedded.mimeType).toContain('text/csv');
  expect(embedded.text).toContain('p2@firm.example');
  expect(JSON.stringify(short.structured)).not.toContain('"data":null');

  await addContacts(300);
  const long = await callAction('export_contacts', { format: 'csv' });
  const link = long.contents.find(({ type }) => type === 'resource_link')!;
  expect(long.contents[0]!.text).toContain(link.uri);
  const file = await (await fetch(link.uri!)).text();
  expect(file.split('\n').filter((line) => line.includes('@firm.example'))).toHaveLength(300);
});

test('an agent gets a link for a file, imports it, and corrects its rows', async () => {
  const { structured } = await callAction('create_upload', { fileName: 'people.csv', mediaType: 'text/csv' });
  const { id, url } = (structured as { data: { id: string; url: string } }).data;
  const body = 'Name,Email\nAda Lovelace,ada(at)link.example\nBo Ek,bo@link.example\n';
  expect((await fetch(url, { method: 'PUT', body })).status).toBe(201);
  const request = restClient(product.url, key);
  const { body: started } = await request('POST', '/contacts/import', { uploadId: id });
  const isDone = async () => (await request('GET', `/jobs/${started.data.id}`)).body.data.state === 'completed';
  await until('the end of the import', isDone);
  const rows = await callAction('list_job_rows', { jobId: started.data.id });
  expect(rows.contents[0]!.text).toContain('ada(at)link.example');
});
