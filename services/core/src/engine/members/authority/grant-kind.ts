import type { AuthorityEnd } from '../../../domain/members/authority-ends.ts';
import type { Asked, Role } from '../../../domain/members/role.ts';

/** A person in a workspace, whose grants are listed or ended. */
export interface Grantor {
  workspaceId: string;
  userId: string;
}

/** Something that a person let in. */
export interface ListedGrant {
  /** Absent if it can't be ended alone. */
  id?: string;
  name: string;
  /** Its powers in a few words. */
  detail: string;
  lastUsedAt: Date | null;
}

/** Circumstances of an end of authority. */
export interface Ending {
  end: AuthorityEnd;
  now: Date;
  /** Session of the person who acts for themselves. It is kept. */
  keptSessionId: string | null;
}

export interface Narrowing {
  now: Date;
  /** Requirements of an operation, by its name. Undefined if it no longer exists. */
  askedOf(action: string): Asked | undefined;
}

/** MCP connections, which the gateway stores. Null if it is unreachable. */
export type ListConnections = (grantor: Grantor) => Promise<ListedGrant[] | null>;

export interface ListingDeps {
  now: Date;
  listConnections: ListConnections;
}

/** One kind of grant. A new kind is one file, and one line in `grant-kinds.ts`. */
export interface GrantKind {
  /** Heading of its list. */
  name: string;
  /** True if it belongs to the account, in all workspaces. */
  isOfAccount: boolean;
  /** True if a new password ends it. */
  endsWithPassword: boolean;
  /** Null if the list is unavailable. */
  list(grantor: Grantor, deps: ListingDeps): Promise<ListedGrant[] | null>;
  /** Ends all grants of the person. Call inside a transaction. */
  endAll(grantor: Grantor, ending: Ending): Promise<void>;
  /** Ends or narrows what the role cannot grant. Absent if the role is checked at each use. */
  narrow?(grantor: Grantor, role: Role, narrowing: Narrowing): Promise<void>;
}
