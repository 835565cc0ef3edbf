/** Actor: a person in the application, an API key, an OAuth client on behalf of a person, or the system. */
export interface Actor {
  kind: 'user' | 'api_key' | 'oauth_client' | 'system';
  id: string;
  name: string;
  /** The person on whose behalf it acts, if any. */
  userId?: string;
}

/** Channel through which the action arrived. */
export type Via = 'rest' | 'mcp' | 'app' | 'worker' | 'operator';
