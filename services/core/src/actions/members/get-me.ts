import { Type } from 'typebox';
import { tighter, unlimited } from '../../domain/approvals/daily-limits.ts';
import { mayUseScope } from '../../domain/members/role.ts';
import { autopilotOf } from '../../domain/replies/autopilot/autopilot-rules.ts';
import { counted } from '../../domain/text/counted.ts';
import type { ActionContext } from '../../engine/context/action-context.ts';
import { Input, Nullable, OneOf } from '../../schema/schema.ts';
import { readBalance } from '../../store/credits/balance-store.ts';
import { findUser } from '../../store/members/user-store.ts';
import { defineRead } from '../definition/define-action.ts';

export const getMe = defineRead({
  name: 'get_me',
  title: 'Who am I',
  summary: 'Get your identity, workspace, scopes, plan, autopilot, and balance.',
  description:
    'Returns who is signed in (person and client), the workspace, the scopes, the plan, whether autopilot is ' +
    'on, and the available credits. Call it first if a request is rejected.',
  method: 'get',
  path: '/me',
  scope: [],
  input: Input({}),
  output: Type.Object({
    actor: Type.Object(
      {
        kind: OneOf(['user', 'api_key', 'oauth_client', 'system'], { description: 'Type of credential.' }),
        id: Type.String({ description: 'ID of the user, key, or client.' }),
        name: Type.String({ description: 'Name of the user, key or client.' }),
      },
      { description: 'Owner of this credential.' },
    ),
    person: Nullable(
      Type.Object(
        {
          id: Type.String({ description: 'ID of the person.' }),
          name: Type.String({ description: 'Name of the person.' }),
          email: Type.String({ description: 'Email address of the person.' }),
        },
        { description: 'Signed-in person. Null for an API key.' },
      ),
    ),
    workspace: Type.Object(
      {
        id: Type.String({ description: 'ID of the workspace.' }),
        name: Type.String({ description: 'Name of the workspace.' }),
        plan: Type.String({ description: 'Plan of the workspace.' }),
        autopilot: Type.Object(
          {
            answers: Type.Boolean({ description: 'True if autopilot answers replies.' }),
            launches: Type.Boolean({ description: 'True if launches need no person, within a daily limit.' }),
          },
          { description: 'For the limits, see get_settings.' },
        ),
      },
      { description: 'Workspace of this credential.' },
    ),
    scopes: Type.Array(Type.String(), {
      description: 'Scopes of this credential, limited by the current role of its person.',
    }),
    withoutPerson: Nullable(
      Type.Object(
        {
          creditsPerDay: Nullable(Type.Integer({ description: 'Credits. Null: no limit.' })),
          recipientsPerDay: Nullable(Type.Integer({ description: 'Recipients. Null: no limit.' })),
          smallChangesAtOnce: Type.Boolean({
            description: 'True if small, reversible changes need no confirmation over MCP.',
          }),
        },
        {
          description:
            "Daily limits of this key or connection. Requests beyond them need a person's approval. People set them.",
        },
      ),
    ),
    credits: Type.Object(
      { balance: Type.Integer({ description: 'Available credits.' }) },
      { description: 'Credits of the workspace.' },
    ),
  }),
  errors: [],
  isEverydayTool: true,

  async run(_input, ctx) {
    const { id, name, plan, autopilotRules } = ctx.workspace;
    const { answers, launches } = autopilotOf(autopilotRules);
    const { role } = ctx;
    const balance = await readBalance(ctx.workspaceId);
    const { kind, id: actorId, name: actorName, userId } = ctx.actor;
    const person = await personOf(kind === 'user' ? actorId : userId);
    return {
      data: {
        actor: { kind, id: actorId, name: actorName },
        person,
        workspace: { id, name, plan, autopilot: { answers: answers.isOn, launches: launches.isOn } },
        scopes: ctx.scopes.filter((scope) => role === undefined || mayUseScope(role, scope)),
        withoutPerson: withoutPersonOf(ctx),
        credits: { balance },
      },
      summary: `${person === null ? actorName : `${person.name} by ${actorName}`} in ${name}, ${counted(balance, 'credit')}.`,
    };
  },
});

function withoutPersonOf({ connection, limitedMember }: Pick<ActionContext, 'connection' | 'limitedMember'>) {
  if (connection === undefined) return null;
  const limits = tighter(connection.limits, limitedMember?.limits ?? unlimited);
  return {
    creditsPerDay: limits.credits,
    recipientsPerDay: limits.recipients,
    smallChangesAtOnce: connection.runsAtOnce,
  };
}

async function personOf(userId: string | undefined) {
  const user = userId === undefined ? null : await findUser(userId);
  return user && { id: user.id, name: user.name, email: user.email };
}
