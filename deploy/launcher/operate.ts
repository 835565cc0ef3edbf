import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { startEmbeddedStore } from './embedded-store.ts';
import { readRunFile } from './run-file.ts';
import { readSettings, StartError } from './settings.ts';

const usage = `usage: npm run -s outbound -- COMMAND
  workspace create --name NAME --email EMAIL --password PASSWORD
  key create       --email EMAIL --scopes all|SCOPE,SCOPE [--name NAME]
  credits grant    --email EMAIL --amount N
  password set     --email EMAIL --password PASSWORD
each with --json and --help; works while the product is running
`;

const core = fileURLToPath(new URL('../../services/core/src/main.ts', import.meta.url));

const runCore = (args: string[], env: Record<string, string>): Promise<number> =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', core, ...args], {
      stdio: 'inherit',
      env: { ...process.env, ...env },
    });
    child.on('exit', (code) => resolve(code ?? 1));
  });

/** Operator commands go to the store of the running product; when none runs, the store is started for the command. */
const operate = async (args: string[]): Promise<number> => {
  if (args.length === 0 || args[0] === '--help' || args[0] === 'help') {
    process.stdout.write(usage);
    return 0;
  }
  const { baseUrl, dataDir, mongodbUri, secretKey, internalSecret } = readSettings(process.env);
  const running = readRunFile(dataDir);
  const needsStore = mongodbUri === undefined && running === undefined && !args.includes('--help');
  const store = needsStore ? await startEmbeddedStore(dataDir, () => {}) : undefined;
  const env = {
    BASE_URL: running?.baseUrl ?? baseUrl,
    OUTBOUND_DATA_DIR: dataDir,
    SECRET_KEY: secretKey,
    INTERNAL_SECRET: internalSecret,
  };
  const uri = mongodbUri ?? running?.mongodbUri ?? store?.uri ?? 'mongodb://127.0.0.1:1';
  try {
    return await runCore(args, { ...env, MONGODB_URI: uri });
  } finally {
    await store?.stop();
  }
};

operate(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error: Error) => {
    process.stderr.write(`outbound: ${error instanceof StartError ? error.message : error.stack}\n`);
    process.exit(1);
  },
);
