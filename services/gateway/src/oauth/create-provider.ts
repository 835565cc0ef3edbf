import Provider, { type ClientView, type OidcContext } from 'oidc-provider';
import type { Logger } from 'pino';
import type { ConnectionStore } from '../store/connection-store.ts';
import type { ProviderStore } from '../store/provider-store.ts';
import { CLIENT_UNUSED_MS, createAdapter } from './adapter.ts';
import { configuration, type ProviderOptions } from './configuration.ts';

export type ProviderDeps = Omit<ProviderOptions, 'adapter'> & {
  records: ProviderStore;
  connections: ConnectionStore;
  log: Logger;
  now: () => Date;
};

/** The authorization server: oidc-provider with our storage, wired to what follows from its events. */
export function createProvider({ records, connections, log, now, ...options }: ProviderDeps): Provider {
  const provider = new Provider(options.baseUrl, configuration({ ...options, adapter: createAdapter(records, now) }));
  provider.proxy = true;
  provider.use(answerUnknownClients);

  const logFailure = (task: string) => (error: unknown) => log.error({ err: error, task }, 'background task failed');
  provider.on('server_error', (_ctx: OidcContext, error: Error) =>
    log.error({ err: error }, 'authorization server failed'),
  );
  provider.on('grant.revoked', (_ctx: OidcContext, grantId: string) => {
    connections.remove(grantId).catch(logFailure('forget connection'));
  });
  provider.on('grant.success', ({ oidc }: OidcContext) => {
    const { clientId, clientIdMetadataDocument } = oidc.client as ClientView;
    if (clientIdMetadataDocument) return;
    records.postpone('Client', clientId, new Date(now().getTime() + CLIENT_UNUSED_MS)).catch(logFailure('keep client'));
  });
  return provider;
}

/** 401 makes clients whose registration was pruned register anew (RFC 6749, 5.2). */
async function answerUnknownClients(ctx: OidcContext, next: () => Promise<void>): Promise<void> {
  await next();
  const { error } = (ctx.body ?? {}) as { error?: string };
  if (ctx.path.startsWith('/oauth/token') && error === 'invalid_client') ctx.status = 401;
}
