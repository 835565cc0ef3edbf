import { type TSchema, Type } from 'typebox';
import { eventPayloads } from '../domain/events/event-payloads.ts';
import { Named, NamedResponse, pascalCase, Timestamp } from '../schema/schema.ts';

type Json = Record<string, unknown>;

/** Headers of Standard Webhooks, by component name. */
export const webhookParameters: Record<string, Json> = {
  webhookId: header(
    'webhook-id',
    'Id of the event: the same in every attempt, by which a receiver sees a repetition.',
    {
      type: 'string',
    },
  ),
  webhookTimestamp: header('webhook-timestamp', 'When this attempt was signed, in seconds since 1970.', {
    type: 'string',
    pattern: '^[0-9]+$',
  }),
  webhookSignature: header(
    'webhook-signature',
    'v1,<base64 HMAC-SHA256 of "id.timestamp.body">; two with a space in between while the secret changes.',
    { type: 'string' },
  ),
};

function header(name: string, description: string, schema: Json): Json {
  return { name, in: 'header', required: true, description, schema };
}

const responses = {
  '2XX': NamedResponse('Delivered', {
    description: 'Taken. Any other answer, or none within 15 seconds, is tried again for 3 days.',
  }),
  '410': NamedResponse('EndpointGone', { description: 'The endpoint is given up: nothing is sent to it any more.' }),
};

/** Payloads of each event type, for the `webhooks` of the document. */
export function webhooksOf(): Json {
  return Object.fromEntries(
    Object.entries(eventPayloads).map(([type, payload]) => [type, { post: deliveryOf(type, payload) }]),
  );
}

function deliveryOf(type: string, payload: TSchema & { description?: string }): Json {
  return {
    operationId: `on_${type.replace('.', '_')}`,
    summary: `Sends ${type} to the endpoints that want it.`,
    description: payload.description,
    security: [],
    parameters: Object.keys(webhookParameters).map((name) => ({ $ref: `#/components/parameters/${name}` })),
    requestBody: { required: true, content: { 'application/json': { schema: eventSchema(type, payload) } } },
    responses,
  };
}

function eventSchema(type: string, payload: TSchema): TSchema {
  const members = {
    id: Type.String({ description: 'Id of the event, the same in webhook-id.' }),
    type: Type.Literal(type, { description: 'What happened.' }),
    timestamp: Timestamp('When it happened.'),
    subjectId: Type.String({ description: 'The record that it is about.' }),
    workspaceId: Type.String({ description: 'The workspace where it happened.' }),
    data: payload,
  };
  const name = pascalCase(type.replace('.', '_'));
  return Named(`${name}Event`, Type.Object(members, { description: `The event ${type}.` }));
}
