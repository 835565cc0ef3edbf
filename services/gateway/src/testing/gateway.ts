import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { MongoClient } from 'mongodb';
import { type Logger, pino } from 'pino';
import { freePort } from '../../../../deploy/launcher/free-port.ts';
import type { FetchDocument } from '../oauth/documents/fetch-document.ts';
import { readConfig } from '../settings/config.ts';
import { startGateway } from '../start/start.ts';
import { PreviewStore } from '../store/preview-store.ts';
import { FakeCore, testInternalSecret } from './fake-core.ts';
import { fixtureContract } from './fixture-contract.ts';

export const { MONGODB_URI = process.env.TEST_MONGODB_URI ?? 'mongodb://127.0.0.1:27017/?replicaSet=rs0' } =
  process.env;

export type TestGateway = Awaited<ReturnType<typeof startTestGateway>>;

/** A running gateway with a fake core and its own database. */
export async function startTestGateway(
  env: Record<string, string> = {},
  log: Logger = pino({ level: process.env.TEST_LOG_LEVEL ?? 'fatal' }),
  fetchDocument?: FetchDocument,
) {
  const core = await FakeCore.start();
  const database = `gateway_test_${randomBytes(6).toString('hex')}`;
  const port = await freePort();
  const config = readConfig({
    PORT: String(port),
    MONGODB_URI,
    GATEWAY_DATABASE: database,
    CORE_URL: core.url,
    CORE_INTERNAL_URL: core.url,
    INTERNAL_PORT: '0',
    METRICS_PORT: '0',
    DRAIN_MS: '0',
    INTERNAL_SECRET: testInternalSecret,
    ...env,
  });
  const clock = { offsetMs: 0 };
  const now = () => new Date(Date.now() + clock.offsetMs);
  const gateway = await startGateway({ config, contract: fixtureContract(), log, now, fetchDocument });
  const client = await MongoClient.connect(MONGODB_URI);
  const url = `http://127.0.0.1:${port}`;

  return {
    core,
    config,
    gateway,
    clock,
    /** Database of the gateway. */
    db: client.db(database),
    previews: new PreviewStore(client.db(database)),
    url,
    mcpUrl: `${url}/mcp`,
    internalUrl: `http://127.0.0.1:${(gateway.internal.address() as AddressInfo).port}`,
    async stop() {
      await gateway.stop();
      await core.stop();
      await client.db(database).dropDatabase();
      await client.close();
    },
  };
}
