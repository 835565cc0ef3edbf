import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { call, confirm, connectWithKey } from './harness/mcp-client.ts';
import { createAccount, type Product, restClient, startProduct } from './harness/product.ts';
import { until } from './harness/running-process.ts';
import { type ReceivedSpan, startTraceSink } from './harness/trace-sink.ts';

let sink: Awaited<ReturnType<typeof startTraceSink>>;
let product: Product;
let agent: Client;
let key: string;

beforeAll(async () => {
  sink = await startTraceSink();
  product = await startProduct({ OTEL_EXPORTER_OTLP_ENDPOINT: sink.url, OTEL_BSP_SCHEDULE_DELAY: '100' });
  ({ key } = await createAccount(product));
  agent = await connectWithKey(product.url, key);
}, 120_000);
afterAll(async () => {
  await agent?.close();
  await product?.stop();
  await sink.stop();
});

const [callerTrace, callerSpan] = ['4bf92f3577b34da6a3ce929d0e0e4736', '00f067aa0ba902b7'];
const traceparent = `00-${callerTrace}-${callerSpan}-01`;

/** Spans from the given one up to the one without a received parent. */
function pathTo(end: ReceivedSpan): ReceivedSpan[] {
  const parent = sink.spans.find(({ traceId, spanId }) => traceId === end.traceId && spanId === end.parentSpanId);
  return parent ? [...pathTo(parent), end] : [end];
}

function named(spans: ReceivedSpan[]): string[] {
  return spans.map(({ service, name }) => `${service}: ${name}`);
}

test('one trace connects the tool call, the gateway, the core, and the job in the worker', async () => {
  await restClient(product.url, key)('POST', '/contacts', { email: 'job@traced.example' });
  const preview = await call(agent, 'start_contact_export');
  await confirm(agent, preview);
  const job = await until('the job', async () => sink.spans.find(({ service }) => service === 'outbound-worker'));
  await until('the spans above it', async () => pathTo(job).length === 4);
  expect(named(pathTo(job))).toEqual([
    'outbound-gateway: POST /mcp',
    `outbound-gateway: tools/call ${preview.confirmWith}`,
    'outbound-core: POST start_contact_export',
    'outbound-worker: job export_contacts',
  ]);
});

test('the trace context of a call continues through all parts', async () => {
  await agent.callTool({ name: 'list_contacts', arguments: {}, _meta: { traceparent } });
  const tool = await until('the call', async () => sink.spans.find(({ name }) => name === 'tools/call list_contacts'));
  expect(tool).toMatchObject({ traceId: callerTrace, parentSpanId: callerSpan });
  const read = await until('its read', async () => sink.spans.find(({ name }) => name === 'GET list_contacts'));
  expect(read).toMatchObject({ service: 'outbound-core', traceId: callerTrace, parentSpanId: tool.spanId });
});

test('a message is sent in the trace of the launch that queued it', async () => {
  const rest = restClient(product.url, key);
  const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
  const window = { days, from: '00:00', to: '24:00', timeZone: 'UTC' };
  await rest('PATCH', '/settings', { postalAddress: 'Hauptstrasse 1, Berlin' });
  const person = { email: 'ada@analytical.example', emailStatus: 'valid', declaredBasis: 'consent' };
  const { id } = (await rest('POST', '/contacts', person)).body.data;
  const steps = [{ subject: 'Hello', body: 'A short question.' }];
  const campaign = (await rest('POST', '/campaigns', { name: 'Traced', steps, window })).body;
  await rest('POST', `/campaigns/${campaign.data.id}/enrollments`, { contactIds: [id] });
  const launched = await rest('POST', `/campaigns/${campaign.data.id}/launch`, {}, { traceparent });
  expect(launched.status, JSON.stringify(launched.body)).toBe(200);
  const sent = await until('the message', async () => sink.spans.find(({ name }) => name === 'send message'));
  await until('the launch above it', async () => pathTo(sent).length === 2);
  expect(sent).toMatchObject({ service: 'outbound-worker', traceId: callerTrace });
  expect(named(pathTo(sent))).toEqual(['outbound-core: POST launch_campaign', 'outbound-worker: send message']);
});
