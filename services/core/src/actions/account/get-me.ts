import { Type } from 'typebox';
import { readBalance } from '../../store/requests/ledger-store.ts';
import { defineRead } from '../define-action.ts';
import { Input, OneOf } from '../schema.ts';

export const getMe = defineRead({
  name: 'get_me',
  title: 'Who am I',
  summary: 'Read the identity, workspace, scopes, plan, autopilot and balance.',
  description:
    'Reads who is signed in, in which workspace, with which scopes, on which plan, whether autopilot is on, and how many credits are left. Call it first when something is refused.',
  method: 'get',
  path: '/me',
  scope: [],
  input: Input({}),
  output: Type.Object({
    actor: Type.Object({
      kind: OneOf(['user', 'api_key', 'oauth_client', 'system']),
      id: Type.String(),
      name: Type.String(),
    }),
    workspace: Type.Object({
      id: Type.String(),
      name: Type.String(),
      plan: Type.String(),
      isAutopilotOn: Type.Boolean(),
    }),
    scopes: Type.Array(Type.String()),
    credits: Type.Object({ balance: Type.Integer() }),
  }),
  errors: [],
  isEverydayTool: true,

  async run(_input, ctx) {
    const { id, name, plan, autopilot } = ctx.workspace;
    const balance = await readBalance(ctx.workspaceId);
    const { kind, id: actorId, name: actorName } = ctx.actor;
    return {
      data: {
        actor: { kind, id: actorId, name: actorName },
        workspace: { id, name, plan, isAutopilotOn: autopilot },
        scopes: [...ctx.scopes],
        credits: { balance },
      },
      summary: `${actorName} in ${name}, ${balance} credits.`,
    };
  },
});
