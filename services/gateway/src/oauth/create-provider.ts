import Provider, { type Client, type KoaContextWithOIDC } from 'oidc-provider';
import type { Logger } from 'pino';
import type { ProviderStore } from '../store/provider-store.ts';
import { clientUnusedMs, createAdapter } from './adapter.ts';
import { configuration, type ProviderOptions } from './configuration.ts';

export interface ProviderDeps extends Omit<ProviderOptions, 'adapter'> {
  records: ProviderStore;
  endConnection(grantId: string): Promise<void>;
  log: Logger;
  now: () => Date;
}

/** The authorization server: oidc-provider with our storage, wired to what follows from its events. */
export function createProvider({ records, endConnection, log, now, ...options }: ProviderDeps): Provider {
  const provider = new Provider(options.baseUrl, configuration({ ...options, adapter: createAdapter(records, now) }));
  provider.proxy = true;
  provider.use(refuseUnknownClients);

  const logFailure = (task: string) => (error: unknown) => log.error({ err: error, task }, 'background task failed');
  provider.on('server_error', (_ctx: KoaContextWithOIDC, error: Error) =>
    log.error({ err: error }, 'authorization server failed'),
  );
  provider.on('grant.revoked', (_ctx: KoaContextWithOIDC, grantId: string) => {
    endConnection(grantId).catch(logFailure('forget connection'));
  });
  provider.on('grant.success', ({ oidc }: KoaContextWithOIDC) => {
    const { clientId, clientIdMetadataDocument } = oidc.client as Client;
    if (clientIdMetadataDocument) return;
    records.postpone('Client', clientId, new Date(now().getTime() + clientUnusedMs)).catch(logFailure('keep client'));
  });
  return provider;
}

/** 401 makes clients whose registration was pruned register again (RFC 6749, 5.2). */
async function refuseUnknownClients(ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> {
  await next();
  const { error } = (ctx.body ?? {}) as { error?: string };
  if (ctx.path.startsWith('/oauth/token') && error === 'invalid_client') ctx.status = 401;
}
