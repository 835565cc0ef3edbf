/** From the most to the least. */
export const roles = ['owner', 'admin', 'member', 'viewer'] as const;
export type Role = (typeof roles)[number];

/** What an operation asks of a role. */
export interface Asked {
  area: string;
  effect: 'read' | 'write' | 'destroy' | 'spend' | 'send';
  /** It takes or shows a secret. */
  isSecret: boolean;
}

/** How the workspace is set up: changed by owners and admins. */
const administered = ['settings', 'mailboxes', 'webhooks', 'members'];

export const roleTexts: Record<Role, string> = {
  owner: 'Everything, with erasing the workspace and handing it over.',
  admin: 'Everything but erasing the workspace and handing it over.',
  member:
    'Prepares, and sends and spends within the limits set for them; does not change settings, mailboxes, webhooks or members.',
  viewer: 'Sees everything but secrets, and changes nothing.',
};

/** Why somebody with this role may not do it; null: they may. */
export function refusalOfRole(role: Role, { area, effect, isSecret }: Asked): string | null {
  if (role === 'owner' || role === 'admin') return null;
  if (isSecret) return `A ${role} does not see secrets: ask an owner or an admin of the workspace.`;
  if (effect === 'read') return null;
  if (role === 'viewer') return 'A viewer changes nothing: ask an owner or an admin of the workspace for another role.';
  if (!administered.includes(area)) return null;
  return `A member does not change ${area}: ask an owner or an admin of the workspace.`;
}

/** Whether this role invites, removes and makes keys for others. */
export function mayAdminister(role: Role): boolean {
  return role === 'owner' || role === 'admin';
}

/** Whom a role may give or change to: nobody above themselves, and ownership is handed over by owners alone. */
export function mayGive(role: Role, given: Role): boolean {
  return mayAdminister(role) && roles.indexOf(given) >= roles.indexOf(role);
}
