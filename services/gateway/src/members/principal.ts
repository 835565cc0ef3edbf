import type { PreviewOwner } from '../store/preview.ts';

/** The caller, its client, its workspace, and its permissions. */
export interface Principal {
  kind: 'oauth' | 'api_key';
  id: string;
  workspaceId: string;
  clientId: string;
  /** Name in the core's audit log: the key or the client. */
  agentId?: string;
  scopes: ReadonlySet<string>;
  /** True if a person has allowed small, reversible changes to run immediately. */
  runsAtOnce: boolean;
  /** Authorization header for the core. The client's own token is never sent there, unless it is the core's own key. */
  authorize(previewId?: string): Promise<string>;
  /** False once its authority has ended. Checked during long calls. */
  isInForce(): Promise<boolean>;
  /** Forgets that it is in force, after the core rejected it. */
  forget(): void;
}

export function ownerOf({ id, workspaceId, clientId }: Principal): PreviewOwner {
  return { principalId: id, workspaceId, clientId };
}
