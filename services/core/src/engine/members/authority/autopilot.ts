import { mayAdminister } from '../../../domain/members/role.ts';
import { autopilotOf } from '../../../domain/replies/autopilot/autopilot-rules.ts';
import { findWorkspace, type WorkspaceRecord } from '../../../store/workspaces/workspace-store.ts';
import { switchAutopilot } from '../../replies/autopilot/switch-autopilot.ts';
import type { GrantKind, Grantor } from './grant-kind.ts';

const halves = ['answers', 'launches'] as const;

/** The person who turned this half on. Before that was recorded, the last person who changed autopilot, or the owner. */
function grantorOf({ autopilotBy, autopilotChangedBy, ownerId }: WorkspaceRecord, half: (typeof halves)[number]) {
  return autopilotBy?.[half] ?? autopilotChangedBy ?? ownerId;
}

async function turnedOnBy({ workspaceId, userId }: Grantor) {
  const workspace = await findWorkspace(workspaceId);
  const rules = autopilotOf(workspace?.autopilotRules);
  const isOwn = (half: (typeof halves)[number]) => workspace !== null && grantorOf(workspace, half) === userId;
  return { rules, on: halves.filter((half) => rules[half].isOn && isOwn(half)) };
}

async function turnOff(grantor: Grantor, now: Date): Promise<void> {
  const { workspaceId, userId } = grantor;
  const { rules, on } = await turnedOnBy(grantor);
  if (on.includes('answers'))
    await switchAutopilot(workspaceId, { answers: { ...rules.answers, isOn: false } }, userId, now);
  if (on.includes('launches'))
    await switchAutopilot(workspaceId, { launches: { ...rules.launches, isOn: false } }, userId, now);
}

/** Turning it off holds its unsent messages, as a person who turns it off does. */
export const autopilot: GrantKind = {
  name: 'Autopilot',
  isOfAccount: false,
  endsWithPassword: false,

  async list(grantor) {
    const { on } = await turnedOnBy(grantor);
    return on.map((half) => ({ name: `Autopilot for ${half}`, detail: 'On', lastUsedAt: null }));
  },

  endAll: (grantor, { now }) => turnOff(grantor, now),

  narrow: async (grantor, role, { now }) => {
    if (!mayAdminister(role)) await turnOff(grantor, now);
  },
};
