import Provider, { type Client, type KoaContextWithOIDC } from 'oidc-provider';
import type { Logger } from 'pino';
import type { ProviderStore } from '../store/provider-store.ts';
import { clientUnusedMs, createAdapter } from './adapter.ts';
import { configuration, type ProviderOptions } from './configuration.ts';
import { answerFailedDocuments } from './documents/failed-documents.ts';

export interface ProviderDeps extends Omit<ProviderOptions, 'adapter'> {
  records: ProviderStore;
  endConnection(grantId: string): Promise<void>;
  log: Logger;
  now: () => Date;
}

/** The authorization server: oidc-provider with our storage and our handlers for its events. */
export function createProvider({ records, endConnection, log, now, ...options }: ProviderDeps): Provider {
  const provider = new Provider(options.baseUrl, configuration({ ...options, adapter: createAdapter(records, now) }));
  provider.proxy = true;
  provider.use(async (ctx, next) => {
    await next();
    const { oidc, body } = ctx as KoaContextWithOIDC & { body?: Record<string, unknown> };
    if (oidc?.route === 'discovery' && !(await options.documents.isOffered()))
      delete body?.client_id_metadata_document_supported;
  });
  provider.use(answerFailedDocuments(options.documents));

  const logFailure = (task: string) => (error: unknown) => log.error({ err: error, task }, 'background task failed');
  provider.on('server_error', (_ctx: KoaContextWithOIDC, error: Error) =>
    log.error({ err: error }, 'authorization server failed'),
  );
  provider.on('grant.revoked', (_ctx: KoaContextWithOIDC, grantId: string) => {
    endConnection(grantId).catch(logFailure('forget connection'));
  });
  provider.on('grant.success', ({ oidc }: KoaContextWithOIDC) => {
    // A client known by its document has no record to keep.
    const { clientId } = oidc.client as Client;
    records.postpone('Client', clientId, new Date(now().getTime() + clientUnusedMs)).catch(logFailure('keep client'));
  });
  return provider;
}
