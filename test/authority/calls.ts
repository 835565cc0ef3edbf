import { type Act, type End, endsWithConnections, endsWithKeys, isAdmin, isWriter } from './act.ts';
import type { Grantor, Stage } from './grantor.ts';
import { callTool, rpc } from './mcp-connection.ts';

async function rest(stage: Stage, token: string, method: string, path: string, body?: object): Promise<boolean> {
  const response = await fetch(`${stage.url}/api/public/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  await response.arrayBuffer();
  return response.ok;
}

async function listsTool(stage: Stage, token: string, name: string): Promise<boolean> {
  const { status, result } = await rpc(stage.url, token, 'tools/list');
  return status === 200 && result.tools.some((tool: { name: string }) => tool.name === name);
}

function newName(): string {
  return crypto.randomUUID();
}

function keyOf({ grants }: Grantor): string {
  return grants.key!;
}

function tokenOf({ grants }: Grantor): string {
  return grants.connection.access_token;
}

interface Credential {
  name: string;
  has(grantor: Grantor): boolean;
  tokenOf(grantor: Grantor): string;
  ends(end: End): boolean;
}

const credentials: Credential[] = [
  { name: 'key', has: isWriter, tokenOf: keyOf, ends: endsWithKeys },
  { name: 'connection', has: () => true, tokenOf, ends: endsWithConnections },
];

/** Calls with a key and with a connection. A demotion narrows those that survive it. */
export const calls: Act[] = credentials.flatMap(({ name, has, tokenOf: token, ends }) => {
  const readers = { through: 'MCP', has, endsAfter: ends, isRepeatable: true } as const;
  const writers = { ...readers, has: isWriter, endsAfter: (end: End) => ends(end) || end === 'to viewer' };
  const administers = {
    ...readers,
    has: isAdmin,
    endsAfter: (end: End) => ends(end) || end === 'to viewer' || end === 'to member',
  };
  return [
    { ...readers, name: `${name}: tools/list`, succeeds: (stage, who) => listsTool(stage, token(who), 'get_me') },
    {
      ...readers,
      name: `${name}: read`,
      succeeds: async (stage, who) => (await callTool(stage.url, token(who), 'list_tags', {})) !== null,
    },
    {
      ...writers,
      name: `${name}: prepare a change`,
      succeeds: async (stage, who) =>
        (await callTool(stage.url, token(who), 'create_tag', { name: newName() })) !== null,
    },
    {
      ...administers,
      name: `${name}: prepare a change of settings`,
      succeeds: async (stage, who) =>
        (await callTool(stage.url, token(who), 'update_settings', { recentContactDays: 31 })) !== null,
    },
  ] satisfies Act[];
});

export const keyCalls: Act[] = [
  {
    name: 'key: read',
    through: 'REST',
    has: isWriter,
    isRepeatable: true,
    succeeds: (stage, who) => rest(stage, keyOf(who), 'GET', '/tags'),
    endsAfter: endsWithKeys,
  },
  {
    name: 'key: write',
    through: 'REST',
    has: isWriter,
    isRepeatable: true,
    succeeds: (stage, who) => rest(stage, keyOf(who), 'POST', '/tags', { name: newName() }),
    endsAfter: endsWithKeys,
  },
  {
    name: 'key: change settings',
    through: 'REST',
    has: isAdmin,
    isRepeatable: true,
    succeeds: (stage, who) => rest(stage, keyOf(who), 'PATCH', '/settings', { recentContactDays: 30 }),
    endsAfter: (end) => endsWithKeys(end) || end === 'to member',
  },
];
