import { createSecretKey } from 'node:crypto';
import { Peer } from '@outbound/node-service/http/peer';
import { onStopSignal } from '@outbound/node-service/process/stop-signals';
import { createApp, createInternalApp } from '../app.ts';
import { createPager } from '../domain/values/paging.ts';
import { gatewayTokenVerifier, keySetUrl } from '../http/gateway-token.ts';
import { createRateLimiter } from '../http/limits/rate-limiter.ts';
import type { Config } from '../settings/config.ts';
import { disconnectStore, pingStore } from '../store/connection/connect.ts';
import { GuardingStoreWatch } from '../store/documents/guarding-store-watch.ts';
import { takeTokens } from '../store/idempotency/rate-limit-store.ts';
import { serve, startPart } from './part.ts';

export async function runApi(config: Config): Promise<void> {
  const gateway = new Peer({ url: keySetUrl(config), setting: 'GATEWAY_INTERNAL_URL' });
  const part = await startPart(config, 'core', { name: 'gateway', problem: () => gateway.problem() });
  const storeWatch = new GuardingStoreWatch(pingStore);
  const deps = {
    ...part,
    storeWatch,
    pager: createPager(createSecretKey(config.secretKey)),
    limiter: createRateLimiter(takeTokens, part.now),
    verifyGatewayToken: gatewayTokenVerifier(config),
  };
  storeWatch.start();
  const stopServing = await serve({ main: createApp(deps), internal: createInternalApp(deps) }, part);
  onStopSignal(async () => {
    await stopServing();
    storeWatch.stop();
    await disconnectStore();
    await part.endTracing();
  });
}
