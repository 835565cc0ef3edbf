import type { Role } from '../../../domain/members/role.ts';
import { listWorkspacesOf } from '../../../store/members/membership-store.ts';
import type { Ending, GrantKind, Grantor, ListedGrant, ListingDeps, Narrowing } from './grant-kind.ts';
import { grantKinds } from './grant-kinds.ts';

/** Ends everything that the person let in. Call inside the transaction of the removal or suspension. */
export async function endAuthority(grantor: Grantor, ending: Ending): Promise<void> {
  for (const kind of grantKinds) await kind.endAll(grantor, ending);
}

/** Ends or narrows what the role cannot grant. Call inside the transaction that changes the role. */
export async function narrowAuthority(grantor: Grantor, role: Role, ending: Narrowing): Promise<void> {
  for (const kind of grantKinds) await kind.narrow?.(grantor, role, ending);
}

/** Ends what a new password ends, in all workspaces of the person. Call inside the transaction that stores it. */
export async function endWithPassword(userId: string, ending: Ending): Promise<void> {
  const workspaceIds = (await listWorkspacesOf(userId)).map(({ id }) => id);
  for (const kind of grantKinds.filter(({ endsWithPassword }) => endsWithPassword)) {
    const places = kind.isOfAccount ? [''] : workspaceIds;
    for (const workspaceId of places) await kind.endAll({ workspaceId, userId }, ending);
  }
}

export interface GrantList extends Pick<GrantKind, 'name' | 'isOfAccount'> {
  /** Null if the list is unavailable. */
  grants: ListedGrant[] | null;
}

/** Everything that the person let in, by kind. */
export function listAuthority(grantor: Grantor, deps: ListingDeps): Promise<GrantList[]> {
  return Promise.all(
    grantKinds.map(async (kind) => ({
      name: kind.name,
      isOfAccount: kind.isOfAccount,
      grants: await kind.list(grantor, deps),
    })),
  );
}
