import { type TSchema, Type } from 'typebox';
import { eventPayloads } from '../domain/events/event-payloads.ts';
import { Named, NamedResponse, Nullable, pascalCase, Timestamp } from '../schema/schema.ts';

type Json = Record<string, unknown>;

/** Headers of Standard Webhooks, by component name. */
export const webhookParameters: Record<string, Json> = {
  webhookId: header(
    'webhook-id',
    'ID of the event, or of a batch. It is the same in every attempt, so that the receiver can recognize repetitions.',
    {
      type: 'string',
    },
  ),
  webhookTimestamp: header('webhook-timestamp', 'Time at which this attempt was signed, in seconds since 1970.', {
    type: 'string',
    pattern: '^[0-9]+$',
  }),
  webhookSignature: header(
    'webhook-signature',
    'v1,<base64 HMAC-SHA256 of "id.timestamp.body">. During a secret rotation, two of them separated by a space.',
    { type: 'string' },
  ),
};

function header(name: string, description: string, schema: Json): Json {
  return { name, in: 'header', required: true, description, schema };
}

const responses = {
  '2XX': NamedResponse('Delivered', {
    description: 'Accepted. Any other response, or none within 15 seconds, is retried for 3 days.',
  }),
  '410': NamedResponse('EndpointGone', { description: 'The endpoint is disabled, and nothing more is sent to it.' }),
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
    summary: `Sends ${type} to the endpoints that subscribe to it.`,
    description: payload.description,
    security: [],
    parameters: Object.keys(webhookParameters).map((name) => ({ $ref: `#/components/parameters/${name}` })),
    requestBody: { required: true, content: { 'application/json': { schema: eventSchema(type, payload) } } },
    responses,
  };
}

function eventSchema(type: string, payload: TSchema): TSchema {
  const members = {
    id: Type.String({ description: 'ID of the event, the same as in webhook-id.' }),
    type: Type.Literal(type, { description: 'Type of the event.' }),
    timestamp: Timestamp('Time of the event.'),
    subjectId: Type.String({ description: 'Affected record.' }),
    workspaceId: Type.String({ description: 'Workspace of the event.' }),
    data: payload,
    record: Type.Optional(
      Nullable(
        Type.Record(Type.String(), Type.Unknown(), {
          description:
            'With `payload: full`: the record at the time of delivery, as its list returns it. Null if it is deleted, or ' +
            'the creator of the endpoint cannot read it.',
        }),
      ),
    ),
  };
  const name = pascalCase(type.replace('.', '_'));
  return Named(
    `${name}Event`,
    Type.Object(members, {
      description: `The event ${type}. With a \`batchSize\` above 1, the body is {workspaceId, events}.`,
    }),
  );
}
