/** oidc-provider ships no types; this is the part of its interface that is used here. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  export type ClientView = {
    clientId: string;
    clientName?: string;
    clientUri?: string;
    clientIdMetadataDocument?: boolean;
    grantTypeAllowed(type: string): boolean;
  };

  export type OidcContext = {
    path: string;
    status: number;
    type: string;
    body: unknown;
    set(headers: Record<string, string>): void;
    oidc: {
      route: string;
      client?: ClientView;
      params?: Record<string, unknown>;
      result?: { consent?: { grantId?: string } };
      provider: Provider;
    };
  };

  export type InteractionView = {
    uid: string;
    prompt: { name: string };
    params: Record<string, string | undefined>;
    result?: Record<string, unknown>;
  };

  export type TokenView = {
    accountId: string;
    clientId: string;
    grantId: string;
    scope?: string;
    aud?: string | string[];
    isExpired: boolean;
  };

  export interface GrantView {
    addOIDCScope(scope: string): void;
    addResourceScope(resource: string, scope: string): void;
    save(): Promise<string>;
  }

  export default class Provider {
    constructor(issuer: string, configuration: Record<string, unknown>);
    proxy: boolean;
    readonly Grant: new (init: {
      accountId: string;
      clientId: string;
    }) => GrantView;
    readonly Client: { find(clientId: string): Promise<ClientView | undefined> };
    readonly AccessToken: { find(token: string): Promise<TokenView | undefined> };
    callback(): (req: IncomingMessage, res: ServerResponse) => Promise<void>;
    use(middleware: (ctx: OidcContext, next: () => Promise<void>) => Promise<void>): this;
    on(event: string, listener: (...values: never[]) => void): this;
    interactionDetails(req: IncomingMessage, res: ServerResponse): Promise<InteractionView>;
    interactionResult(
      req: IncomingMessage,
      res: ServerResponse,
      result: Record<string, unknown>,
      options?: { mergeWithLastSubmission?: boolean },
    ): Promise<string>;
    interactionFinished(
      req: IncomingMessage,
      res: ServerResponse,
      result: Record<string, unknown>,
      options?: { mergeWithLastSubmission?: boolean },
    ): Promise<void>;
  }

  export const errors: {
    InvalidTarget: new () => Error;
    InvalidGrant: new (message: string) => Error;
  };

  export const interactionPolicy: {
    base(): { get(name: string): { checks: { clear(): void; add(check: unknown): void } } };
    Check: new (reason: string, description: string, check: (ctx: OidcContext) => boolean) => unknown;
  };
}
