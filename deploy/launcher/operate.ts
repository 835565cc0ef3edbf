import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { startEmbeddedStore } from './embedded-store.ts';
import { listen, listenUsage } from './listen.ts';
import { rotateKey } from './rotate-key.ts';
import { readRunFile } from './run-file.ts';
import { readSettings, StartError } from './settings.ts';

const lowestPriority = 19;
const usage = `usage: npm run -s outbound -- COMMAND
  workspace create --name NAME --email EMAIL --password-stdin
  workspace list
  workspace erase  --workspace WSP_… [--confirm NAME | --yes]
  key create       --email EMAIL --scopes all|SCOPE,SCOPE [--name NAME] [--unattended]
  key list         --email EMAIL
  key revoke       --id KEY_…
  credits grant    --email EMAIL --amount N
  password set     --email EMAIL --password-stdin
  password link    --email EMAIL [--remove-second-step]
  sending stop | resume | status  [--workspace WSP_…]
  backup           [--file FILE]  back up everything, encrypted with OUTBOUND_BACKUP_PASSPHRASE; default: a new file in BACKUP_DIR
  verify           [--file FILE]  check a backup, or the store
  restore          --file FILE [--journal FILE] [--replace [--yes]]    (stop Outbound first)
  restored         --from TIME|now [--journal FILE]    after a restore by other tools, or a move of the data folder
  move             --to MONGODB_URI [--to-core NAME] [--to-gateway NAME]    copy to another, empty store (stop Outbound first)
  keys rotate      create a new SECRET_KEY and encrypt stored secrets with it (stop Outbound first)
  keys reset       [--yes]  replace a lost SECRET_KEY; removes the secrets encrypted with it, and names them
  retention        [--run]  show data that is past its retention period
  audit verify     check audit logs for changed, deleted, or inserted entries
  doctor           check the installation for problems
  listen           --to PORT|URL  forward events to a local program during development (listen --help)
All commands accept --help, and all but listen accept --json. They work while Outbound is running, unless stated otherwise. --version prints the version.
`;

const core = fileURLToPath(new URL('../../services/core/src/main.ts', import.meta.url));

function runCore(args: string[], env: Record<string, string>): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', core, ...args], {
      stdio: 'inherit',
      env: { ...process.env, ...env },
    });
    child.on('exit', (code) => resolve(code ?? 1));
  });
}

const reasonToStop: Record<string, string> = {
  restore: 'running parts could write to the store during the restore',
  move: 'data written by running parts would be missing in the other store',
};

function refuseBesideParts(args: string[], isRotation: boolean, isRunning: boolean): void {
  const reason = isRotation ? 'running parts would keep using the old key' : reasonToStop[args[0]!];
  if (isRunning && reason !== undefined && !args.includes('--help'))
    throw new StartError(`Stop Outbound first. Otherwise, ${reason}.`);
}

function readVersion(): string {
  return JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).version;
}

/** Runs a command on the store of the running product, or starts the store for the command. */
async function operate(args: string[]): Promise<number> {
  process.umask(0o077);
  // Requests go first. Set here, because a process inherits it for all its threads, also those of its engine.
  if (args[0] === 'backup') setPriority(lowestPriority);
  if (args.length === 0 || args[0] === '--help' || args[0] === 'help') {
    process.stdout.write(usage);
    return 0;
  }
  if (args[0] === '--version') {
    process.stdout.write(`${readVersion()}\n`);
    return 0;
  }
  if (args[0] === 'listen') {
    if (!args.includes('--help')) return listen(args.slice(1), process.env);
    process.stdout.write(listenUsage);
    return 0;
  }
  const { baseUrl, dataDir, mongodbUri, secretKey, internalSecret } = readSettings(process.env);
  const running = readRunFile(dataDir);
  // An operator who sets SECRET_KEY also creates the new key.
  const isRotation = args[0] === 'keys' && args[1] === 'rotate' && !args.includes('--help') && !process.env.SECRET_KEY;
  refuseBesideParts(args, isRotation, running !== undefined);
  const needsStore = mongodbUri === undefined && running === undefined && !args.includes('--help');
  const store = needsStore ? await startEmbeddedStore(dataDir) : undefined;
  const env = {
    BASE_URL: running?.baseUrl ?? baseUrl,
    OUTBOUND_DATA_DIR: dataDir,
    SECRET_KEY: secretKey,
    INTERNAL_SECRET: internalSecret,
  };
  const uri = mongodbUri ?? running?.mongodbUri ?? store?.uri ?? 'mongodb://127.0.0.1:1';
  const run = (secrets: object) => runCore(args, { ...env, MONGODB_URI: uri, ...secrets });
  try {
    return isRotation ? await rotateKey(dataDir, (ring) => run({ SECRET_KEY: ring })) : await run({});
  } finally {
    await store?.stop();
  }
}

operate(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error: Error) => {
    process.stderr.write(`outbound: ${error instanceof StartError ? error.message : error.stack}\n`);
    process.exit(1);
  },
);
