/** Who acts: a person in the application, an API key, an OAuth client on behalf of a person, or the system itself. */
export interface Actor {
  kind: 'user' | 'api_key' | 'oauth_client' | 'system';
  id: string;
  name: string;
  /** The person behind it, where there is one. */
  userId?: string;
}

/** Through what the action came in. */
export type Via = 'rest' | 'mcp' | 'app' | 'worker' | 'operator';
