/** Roles, from most to least powerful. */
export const roles = ['owner', 'admin', 'member', 'viewer'] as const;
export type Role = (typeof roles)[number];

/** Requirements of an operation. */
export interface Asked {
  area: string;
  effect: 'read' | 'write' | 'destroy' | 'spend' | 'send';
  /** True if the operation accepts or returns a secret. */
  isSecret: boolean;
}

/** Areas of workspace administration, which only owners and admins can change. */
const administered = ['settings', 'mailboxes', 'webhooks', 'members', 'providers'];

export const roleTexts: Record<Role, string> = {
  owner: 'Everything, with erasing the workspace and handing it over.',
  admin: 'Everything but erasing the workspace and handing it over.',
  member:
    'Prepares, and sends and spends within the limits set for them; does not change settings, mailboxes, webhooks, providers, or members.',
  viewer: 'Sees everything but secrets, and changes nothing.',
};

/** Reason that the role may not run the operation. Null if it may. */
export function refusalOfRole(role: Role, { area, effect, isSecret }: Asked): string | null {
  if (role === 'owner' || role === 'admin') return null;
  if (isSecret) return `A ${role} does not see secrets: ask an owner or an admin of the workspace.`;
  if (effect === 'read') return null;
  if (role === 'viewer') return 'A viewer changes nothing: ask an owner or an admin of the workspace for another role.';
  if (!administered.includes(area)) return null;
  return `A member does not change ${area}: ask an owner or an admin of the workspace.`;
}

/** True if the role can use this scope at all. */
export function mayUseScope(role: Role, scope: string): boolean {
  const [area = '', kind] = scope.split(':');
  return refusalOfRole(role, { area, effect: kind === 'read' ? 'read' : 'write', isSecret: false }) === null;
}

/** True if this role can invite and remove members and create keys for others. */
export function mayAdminister(role: Role): boolean {
  return role === 'owner' || role === 'admin';
}

/** True if a role can assign another role: none above its own, so only owners can transfer ownership. */
export function mayGive(role: Role, given: Role): boolean {
  return mayAdminister(role) && roles.indexOf(given) >= roles.indexOf(role);
}
