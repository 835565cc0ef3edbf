import { table } from './source-text.ts';

interface Contract {
  webhooks: Record<
    string,
    { post: { description: string; requestBody: { content: { 'application/json': { schema: { $ref: string } } } } } }
  >;
  components: { schemas: Record<string, EventSchema> };
}

interface EventSchema {
  properties: { data?: { properties?: Record<string, { description?: string }>; $ref?: string } };
}

/** Every event type with its payload, from the OpenAPI document. */
export function eventsPage(contract: Contract): string {
  const rows = Object.entries(contract.webhooks).map(([type, { post }]) => {
    const name = post.requestBody.content['application/json'].schema.$ref.split('/').at(-1)!;
    const payload = contract.components.schemas[name]?.properties.data;
    const members = Object.keys(membersOf(payload, contract));
    return [`\`${type}\``, post.description, members.map((member) => `\`${member}\``).join(', ')];
  });
  return `# Events

Outbound records an event for every change. Read them with \`list_events\` (\`GET /events\`), or receive them as [webhooks](../how-to/webhooks.md).
Every event has \`id\`, \`type\`, \`createdAt\`, and \`data\`.

This page is generated from the contract (\`npm run reference\`). The [API reference](../../shared/contract/openapi.json) has the schema of each payload.

${table(['Event', 'Sent when', 'Members of `data`'], rows)}`;
}

function membersOf(payload: EventSchema['properties']['data'], contract: Contract): Record<string, unknown> {
  if (payload?.$ref === undefined) return payload?.properties ?? {};
  const schema: { properties?: Record<string, unknown> } =
    contract.components.schemas[payload.$ref.split('/').at(-1)!]!;
  return schema.properties ?? {};
}
