import { setPriority } from 'node:os';
import { ConfigError } from '@outbound/node-service/settings/common-settings';
import { unknownSettings } from '@outbound/node-service/settings/unknown-settings';
import { readConfig } from './settings/config.ts';
import { readSecretFiles } from './settings/read-setting.ts';
import { StoreVersionError } from './store/migrations/migration.ts';
import { StoreKeyError } from './store/secrets/store-keys.ts';

const usage = 'usage: core api | worker | workspace create … | key create … | credits grant …  (--help for each)';

/** sysexits.h: the configuration is wrong; starting again does not help. */
const misconfiguredCode = 78;
/** Lowest priority: only time that nothing else needs. */
const backupNiceness = 19;
/** MongoDB's AuthenticationFailed. */
const authenticationFailed = 18;

/** Where the store is away, or does not let us in: what the driver says, and what to look at. */
function unreachableText(error: unknown): string | undefined {
  const { name, code, message } = error as { name?: string; code?: unknown; message?: string };
  const isUnreachable = /ServerSelectionError$|^MongoNetwork/.test(name ?? '') || code === authenticationFailed;
  return isUnreachable ? `the store at MONGODB_URI cannot be used: ${message}` : undefined;
}

function fail(error: unknown): never {
  const isExpected =
    error instanceof ConfigError ||
    error instanceof StoreVersionError ||
    error instanceof StoreKeyError ||
    (error as { code?: string }).code === 'EADDRINUSE';
  const text =
    unreachableText(error) ?? (isExpected ? (error as Error).message : String((error as Error).stack ?? error));
  process.stderr.write(`core: ${text}\n`);
  const isMisconfigured = [ConfigError, StoreVersionError, StoreKeyError].some((kind) => error instanceof kind);
  process.exit(isMisconfigured ? misconfiguredCode : 1);
}

/** Each part loads its own modules only: the pages take memory in the API's process, and in no worker. */
async function run(argv: string[]): Promise<void> {
  const [command] = argv;
  readSecretFiles(process.env);
  // The launcher names them for the parts that it starts.
  if (!process.connected) for (const line of unknownSettings(process.env)) process.stderr.write(`core: ${line}\n`);
  if (command === 'api') return (await import('./start/api.ts')).runApi(readConfig(process.env));
  if (command === 'worker') return (await import('./start/worker.ts')).runWorker(readConfig(process.env));
  // Encrypting takes a whole processor for minutes. Requests go first. Threads that start later inherit it.
  if (command === 'backup') setPriority(backupNiceness);
  const { isOperatorCommand, runOperator } = await import('./operator/run.ts');
  if (isOperatorCommand(argv)) {
    const config = readConfig(process.env);
    const { mongodbUri: uri, databaseName, trialCredits, keyRing } = config;
    process.exit(await runOperator(argv, { uri, databaseName, trialCredits, keyRing, config }));
  }
  process.stderr.write(`${usage}\n`);
  process.exit(2);
}

run(process.argv.slice(2)).catch(fail);
