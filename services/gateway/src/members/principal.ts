import type { PreviewOwner } from '../store/preview-store.ts';

/** Who calls, through what, in which workspace, and what they may do. */
export interface Principal {
  kind: 'oauth' | 'api_key';
  id: string;
  workspaceId: string;
  clientId: string;
  /** As the core's audit log names it: the key, or the client. */
  agentId?: string;
  scopes: ReadonlySet<string>;
  /** A person has switched on that small changes which can be taken back run at once. */
  runsAtOnce: boolean;
  /** The Authorization header for the core; the client's own token never goes there, unless it is the core's own key. */
  authorize(previewId?: string): Promise<string>;
}

export function ownerOf({ id, workspaceId, clientId }: Principal): PreviewOwner {
  return { principalId: id, workspaceId, clientId };
}
