import { eventPayloads } from '../domain/events/event-payloads.ts';
import { batchSizeMax } from '../domain/events/webhooks/webhook-fields.ts';
import { pascalCase } from '../schema/schema.ts';

type Json = Record<string, unknown>;

const about =
  'Events that Outbound sends to your webhook endpoints (standardwebhooks.com), one per request, or up to ' +
  `${batchSizeMax} with a batchSize. The same events are in GET /events.`;

/** Renders the events of the API document as AsyncAPI 3.0, with the form of a batch. */
export function asAsyncApi({ webhooks, components, info }: Json): Json {
  const { schemas, parameters } = components as { schemas: Record<string, Json>; parameters: Record<string, Json> };
  const names = new Map(
    Object.keys(webhooks as Json).map((type) => [type, `${pascalCase(type.replace('.', '_'))}Event`]),
  );
  const events = Object.fromEntries([...names.values()].map((name) => [name, schemas[name]!]));
  const { title, version, license } = info as Json;
  const headers = Object.values(parameters).filter(({ name }) => String(name).startsWith('webhook-'));
  return {
    asyncapi: '3.0.0',
    info: { title: `${String(title)} events`, version, description: about, license: { name: (license as Json).name } },
    defaultContentType: 'application/json',
    channels: { webhook: channelOf([...names.values(), 'EventBatch']) },
    operations: { deliver },
    components: {
      messages: Object.fromEntries([
        ...[...names].map(([type, name]) => [name, messageOf(type, name)]),
        ['EventBatch', batchMessage],
      ]),
      schemas: {
        ...withReferencesIn(events, schemas),
        WebhookHeaders: headersOf(headers),
        EventBatch: batchOf([...names.values()]),
      },
    },
  };
}

const deliver = {
  action: 'send',
  channel: { $ref: '#/channels/webhook' },
  title: 'Deliver events',
  description: 'A POST, repeated for three days until your endpoint returns 2xx.',
};

const batchMessage = {
  title: 'Several events',
  summary: 'The body of a request to an endpoint with a batchSize above 1.',
  headers: ref('schemas', 'WebhookHeaders'),
  payload: ref('schemas', 'EventBatch'),
};

function channelOf(messages: readonly string[]): Json {
  return {
    title: 'Your webhook endpoint',
    address: '{url}',
    description: 'A URL registered with POST /webhooks.',
    parameters: { url: { description: 'URL of the endpoint.' } },
    messages: Object.fromEntries(messages.map((name) => [name, ref('messages', name)])),
  };
}

function batchOf(events: readonly string[]): Json {
  return {
    type: 'object',
    required: ['workspaceId', 'events'],
    properties: {
      workspaceId: { type: 'string', description: 'Workspace of the events.' },
      events: {
        type: 'array',
        maxItems: batchSizeMax,
        description: 'The events, in order. Each has its own ID.',
        items: { anyOf: events.map((name) => ref('schemas', name)) },
      },
    },
  };
}

function ref(section: string, name: string): Json {
  return { $ref: `#/components/${section}/${name}` };
}

function messageOf(type: string, name: string): Json {
  const { description } = eventPayloads[type as keyof typeof eventPayloads] as { description?: string };
  return {
    name: type,
    title: type,
    ...(description !== undefined && { summary: description }),
    headers: ref('schemas', 'WebhookHeaders'),
    payload: ref('schemas', name),
  };
}

function headersOf(parameters: readonly Json[]): Json {
  return {
    type: 'object',
    required: parameters.map(({ name }) => name),
    properties: Object.fromEntries(
      parameters.map(({ name, schema, description }) => [name, { ...(schema as Json), description }]),
    ),
  };
}

/** The schemas, with those that they refer to. */
function withReferencesIn(wanted: Record<string, Json>, all: Record<string, Json>): Record<string, Json> {
  const found = { ...wanted };
  const missing = () =>
    [...JSON.stringify(found).matchAll(/#\/components\/schemas\/(\w+)/g)]
      .map(([, name]) => name!)
      .filter((name) => found[name] === undefined);
  for (let names = missing(); names.length > 0; names = missing()) for (const name of names) found[name] = all[name]!;
  return found;
}
