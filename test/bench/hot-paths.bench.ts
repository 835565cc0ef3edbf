import { randomUUID } from 'node:crypto';
import { freePort } from '../../deploy/launcher/free-port.ts';
import { createAccount, startProduct } from '../harness/product.ts';
import { startProcess, untilReady } from '../harness/running-process.ts';
import { compare, poolFor, rateOf } from './measure.ts';

// list, create, prepare and confirm, each against a bare baseline in the same run: node:http and the driver on the same
// store for REST, and the REST operation itself for what MCP adds. Loopback, 16 clients.
const count = 100;

const product = await startProduct({
  RATE_LIMIT_KEY_PER_MINUTE: '10000000',
  RATE_LIMIT_WORKSPACE_PER_MINUTE: '10000000',
  REQUESTS_PER_MINUTE_PER_IP: '10000000',
  REQUESTS_PER_MINUTE_PER_PRINCIPAL: '10000000',
  LOG_LEVEL: 'warn',
});
const { key } = await createAccount(product);
const run = JSON.parse(
  await (await import('node:fs/promises')).readFile(`${product.env.OUTBOUND_DATA_DIR}/run.json`, 'utf8'),
);
const barePort = await freePort();
const bareServer = startProcess('test/bench/bare-server.ts', [run.mongodbUri, 'bench_bare', String(barePort)], {});
await untilReady(`http://127.0.0.1:${barePort}`, bareServer);

const own = poolFor(product.url);
const bare = poolFor(`http://127.0.0.1:${barePort}`);
const authorization = `Bearer ${key}`;
const api = '/api/public/v1';
const contact = () => ({
  email: `${randomUUID()}@bench.example`,
  firstName: 'Ada',
  lastName: 'Lovelace',
  declaredBasis: 'consent',
});

const create = (i: number, query = '') => ({
  method: 'POST' as const,
  path: `${api}/contacts${query}`,
  headers: { authorization, 'idempotency-key': `${i}-${randomUUID()}` },
  body: contact(),
});
const list = () => ({ method: 'GET' as const, path: `${api}/contacts?limit=25`, headers: { authorization } });
const tool = (name: string, args: unknown) => ({
  method: 'POST' as const,
  path: '/mcp',
  headers: { authorization },
  body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } },
});

const prepareMany = async (): Promise<string[]> => {
  const ids: string[] = [];
  for (let i = 0; i < count; i += 1) {
    const answer = await fetch(`${product.url}/mcp`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: JSON.stringify(tool('create_contact', contact()).body),
    });
    const { result } = (await answer.json()) as { result: { structuredContent: { confirmationId: string } } };
    ids.push(result.structuredContent.confirmationId);
  }
  return ids;
};

try {
  await rateOf(own, 50, (i) => create(i));
  await rateOf(bare, 50, () => ({ method: 'POST', path: '/create' }));
  await compare(
    'list 25 contacts',
    () => rateOf(own, count, list),
    'bare http + driver, 25 documents',
    () => rateOf(bare, count, () => ({ method: 'GET', path: '/list' })),
  );
  await compare(
    'create contact, keyed',
    () => rateOf(own, count, (i) => create(i)),
    'bare http + driver, one insert',
    () => rateOf(bare, count, () => ({ method: 'POST', path: '/create' })),
  );
  await compare(
    'prepare over MCP',
    () => rateOf(own, count, () => tool('create_contact', contact())),
    'the dry run over REST',
    () => rateOf(own, count, (i) => create(i, '?dryRun=true')),
  );
  await compare(
    'confirm over MCP',
    async () => {
      const ids = await prepareMany();
      return rateOf(own, count, (i) => tool('confirm_action', { confirmationId: ids[i] }));
    },
    'the same create over REST',
    () => rateOf(own, count, (i) => create(i)),
  );
} finally {
  await own.close();
  await bare.close();
  await bareServer.stop();
  await product.stop();
}
