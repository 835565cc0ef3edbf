import { type Act, endsWithConnections, endsWithKeys } from './act.ts';
import type { Stage } from './grantor.ts';
import { exchangeCode, refresh } from './mcp-connection.ts';

export const connectionActs: Act[] = [
  {
    name: 'connection: refresh',
    through: 'MCP',
    has: () => true,
    isRepeatable: false,
    succeeds: async (stage, { grants }) =>
      (await refresh(stage.url, stage.clientId, grants.connection.refresh_token)) !== null,
    endsAfter: endsWithConnections,
  },
  {
    name: 'connection: exchange the code',
    through: 'links',
    has: () => true,
    isRepeatable: false,
    succeeds: async (stage, { grants: { code } }) =>
      (await exchangeCode(stage.url, stage.clientId, code.code, code.verifier)) !== null,
    endsAfter: endsWithConnections,
  },
  {
    name: 'pending sign-in: approve the client',
    through: 'pages',
    has: () => true,
    isRepeatable: false,
    succeeds: async (_stage, { grants }) => (await grants.consent.approve()) !== null,
    endsAfter: endsWithConnections,
  },
  {
    name: 'open question: its stream stays open',
    through: 'MCP',
    has: ({ grants }) => grants.question !== undefined,
    isRepeatable: true,
    succeeds: async (_stage, { grants }) => !grants.question!.hasEnded(),
    endsAfter: endsWithConnections,
  },
  {
    name: 'open question: accept',
    through: 'MCP',
    has: ({ grants }) => grants.question !== undefined,
    isRepeatable: false,
    succeeds: (_stage, { grants }) => grants.question!.accept(),
    endsAfter: (end) => endsWithConnections(end) || end === 'to viewer',
  },
];

export const approvals: Act[] = (['keyApprovalId', 'connectionApprovalId'] as const).map((name) => ({
  name: `${name === 'keyApprovalId' ? 'key' : 'connection'}: pending approval`,
  through: 'pages',
  has: ({ grants }) => grants[name] !== undefined,
  isRepeatable: true,
  succeeds: (stage, { grants }) => isApprovable(stage, grants[name]!),
  endsAfter: (end) => (name === 'keyApprovalId' ? endsWithKeys(end) : endsWithConnections(end)) || end === 'to viewer',
}));

/** True if the approvals page still lets the owner approve it. */
async function isApprovable(stage: Stage, approvalId: string): Promise<boolean> {
  const { text } = await stage.owner.get(`/app/approvals/${approvalId}`);
  return /name="digest"/.test(text) && /ask=approve/.test(text);
}
