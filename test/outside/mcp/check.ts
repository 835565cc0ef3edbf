// Tests the MCP endpoint and its sign-in with the conformance suite of the protocol, the inspector, and other clients.
// They are installed separately. If a registry is unreachable, its programs are skipped with a message. Usage: node
// test/outside/mcp/check.ts [name …]
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { freePort } from '../../../deploy/launcher/free-port.ts';
import { createAccount, type Product, startProduct } from '../../harness/product.ts';
import { startKeyProxy } from './key-proxy.ts';
import { Person } from './person.ts';

const here = import.meta.dirname;
const minuteMs = 60_000;
const authorizationPattern = /http:\/\/\S+\/oauth\/authorize\?\S+/;

interface Place {
  folder: string;
  env: NodeJS.ProcessEnv;
  /** The endpoint for programs that can't send a key. */
  openUrl: string;
  product: Product;
  person: Person;
}

type Check = (place: Place) => Promise<string[]> | string[];

const inspect =
  (toolset: string): Check =>
  ({ env }) => [
    'node_modules/.bin/mcp-inspector',
    '--cli',
    `${env.MCP_URL}?toolsets=${toolset}`,
    '--transport',
    'http',
    '--method',
    'tools/list',
    '--strict',
    '--header',
    `Authorization: Bearer ${env.KEY}`,
  ];
const conformance =
  (...options: string[]): Check =>
  ({ openUrl }) => ['node', 'node_modules/conformance-next/dist/index.js', 'server', '--url', openUrl, ...options];

const checks: Record<string, Check> = {
  'conformance 0.1.16': ({ openUrl }) => ['node_modules/.bin/conformance', 'server', '--url', openUrl],
  'conformance 2025-11-25': conformance('--requirements', '2025-11-25'),
  'conformance 2026-07-28': conformance('--requirements', '2026-07-28'),
  'conformance authorization': authorization,
  'inspector, default tools': inspect('default'),
  'inspector, all tools': inspect('all'),
};
for (const name of [
  'lifecycle',
  'capability-negotiation',
  'wire-fields',
  'request-state-removal',
  'mrtr-input',
  'request-headers',
  'dispatch-and-envelope',
  'required-task-error',
  'mrtr-composition',
])
  checks[`conformance tasks, ${name}`] = conformance('--scenario', `tasks-${name}`);
for (const file of globSync('clients/*.mjs', { cwd: here }).sort())
  if (basename(file) !== 'story.mjs') checks[`client ${basename(file, '.mjs')}`] = () => ['node', file];
for (const [name, program] of [
  ['python', ['venv/bin/python', 'clients/client.py']],
  ['go', ['clients/go/client']],
] as const)
  checks[`client ${name}`] = ({ folder }) => (installed[name]?.(folder) ? [...program] : []);

/** Tools of other languages; false if unavailable. */
const installed: Record<string, (folder: string) => boolean> = {
  python: (folder) =>
    has(['python3', '-m', 'venv', 'venv'], folder) && has(['venv/bin/pip', 'install', '-q', 'mcp==2.3.0'], folder),
  go: (folder) => {
    const source = join(folder, 'clients/go');
    if (!has(['go', 'mod', 'download'], source)) return false;
    if (has(['go', 'build', '-o', 'client', '.'], source)) return true;
    throw new Error('the client in Go is not built');
  },
};

/** A client that is registered first; it prints the URL that a person opens. */
async function authorization({ env, product }: Place): Promise<string[]> {
  const port = String(await freePort());
  const registered = await fetch(`${product.url}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      client_name: 'Conformance',
      redirect_uris: [`http://127.0.0.1:${port}/callback`],
      token_endpoint_auth_method: 'none',
    }),
  });
  const { client_id: clientId } = (await registered.json()) as { client_id: string };
  const options = ['--client-id', clientId, '--resource', String(env.MCP_URL), '--port', port];
  return ['node', 'node_modules/conformance-next/dist/index.js', 'authorization', '--url', product.url, ...options];
}

function has([command, ...args]: string[], folder: string): boolean {
  return spawnSync(command!, args, { cwd: folder, stdio: 'ignore', timeout: 10 * minuteMs }).status === 0;
}

/** Runs the program to its end. If it prints an authorization URL, a person authorizes it. */
async function endsWell([command, ...args]: string[], { folder, env, person }: Place): Promise<boolean> {
  const child = spawn(command!, args, { cwd: folder, env, detached: true });
  const deadline = setTimeout(() => endGroup(child), 2 * minuteMs);
  const said = await listen(child, (address) => person.approve(address));
  clearTimeout(deadline);
  endGroup(child);
  if (said.code !== 0) process.stdout.write(`${said.output.slice(-6_000)}\n`);
  return said.code === 0;
}

/** Includes its child processes: a bridge outlives the client that started it. */
function endGroup({ pid }: ChildProcess): void {
  try {
    process.kill(-pid!, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

async function listen(child: ChildProcess, approve: (address: string) => Promise<void>) {
  let output = '';
  let approval: Promise<void> | undefined;
  for (const stream of [child.stdout!, child.stderr!])
    stream.on('data', (chunk) => {
      output += chunk;
      const address = authorizationPattern.exec(output)?.[0];
      if (address)
        approval ??= approve(address).catch((error: Error) => {
          output += error.message;
        });
    });
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve));
  await approval;
  return { code, output };
}

function install(): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'outbound-mcp-'));
  cpSync(here, folder, { recursive: true });
  return has(['npm', 'install', '--ignore-scripts', '--no-audit', '--no-fund'], folder) ? folder : undefined;
}

async function main(): Promise<number> {
  const folder = install();
  if (folder === undefined) {
    process.stdout.write('no npm registry: the programs of others are not run\n');
    return 0;
  }
  const proxyPort = await freePort();
  const names = ['127.0.0.1', 'localhost'].map((name) => `${name}:${proxyPort}`);
  const product = await startProduct({
    MCP_TEST_PROFILE: 'conformance',
    ALLOWED_HOSTS: names.join(),
    ALLOWED_ORIGINS: names.map((name) => `http://${name}`).join(),
  });
  const { key, email, password } = await createAccount(product);
  const proxy = await startKeyProxy(proxyPort, product.url, key);
  const person = new Person(product.url);
  await person.signIn(email, password);
  const path = `${join(process.execPath, '..')}:${process.env.PATH}`;
  const env = { ...process.env, PATH: path, HOME: folder, MCP_URL: `${product.url}/mcp`, KEY: key, BROWSER: 'none' };
  const place = { folder, env, openUrl: `http://localhost:${proxyPort}/mcp`, product, person };
  const failed = await runAll(place);
  proxy.stop();
  await product.stop();
  rmSync(folder, { recursive: true, force: true });
  return failed;
}

async function runAll(place: Place): Promise<number> {
  const wanted = process.argv.slice(2);
  let failed = 0;
  for (const [name, check] of Object.entries(checks)) {
    if (wanted.length > 0 && !wanted.some((each) => name.includes(each))) continue;
    const command = await check(place);
    if (command.length === 0) {
      process.stdout.write(`${name}: skipped, what it needs cannot be had here\n`);
      continue;
    }
    const isWell = await endsWell(command, place);
    process.stdout.write(`${name}: ${isWell ? 'passed' : 'FAILED'}\n`);
    if (!isWell) failed += 1;
  }
  return failed;
}

process.exit((await main()) === 0 ? 0 : 1);
