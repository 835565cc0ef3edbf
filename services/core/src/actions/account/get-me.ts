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
    actor: Type.Object(
      {
        kind: OneOf(['user', 'api_key', 'oauth_client', 'system'], { description: 'What kind of credential.' }),
        id: Type.String({ description: 'Id of the user, key or client.' }),
        name: Type.String({ description: 'Name of the user, key or client.' }),
      },
      { description: 'Who this credential stands for.' },
    ),
    workspace: Type.Object(
      {
        id: Type.String({ description: 'Id of the workspace.' }),
        name: Type.String({ description: 'Name of the workspace.' }),
        plan: Type.String({ description: 'Plan of the workspace.' }),
        isAutopilotOn: Type.Boolean({ description: 'True: launching and approving need no person.' }),
      },
      { description: 'The workspace that everything happens in.' },
    ),
    scopes: Type.Array(Type.String(), { description: 'What this credential may do.' }),
    credits: Type.Object(
      { balance: Type.Integer({ description: 'Credits left to spend.' }) },
      { description: 'Credits of the workspace.' },
    ),
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
