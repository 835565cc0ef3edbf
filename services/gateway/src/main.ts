import { onStopSignal } from '@outbound/node-service/process/stop-signals';
import { ConfigError } from '@outbound/node-service/settings/common-settings';
import { loadSecretFiles, SecretFileError } from '@outbound/node-service/settings/secret-files';
import { unknownSettings } from '@outbound/node-service/settings/unknown-settings';
import { startTracing } from '@outbound/node-service/tracing/start-tracing';
import { type Logger, pino } from 'pino';
import { loadContract } from './core-client/contract.ts';
import { readConfig } from './settings/config.ts';
import { type Gateway, startGateway } from './start/start.ts';

/** Exit code from sysexits.h for a configuration error: restarting does not help. */
const misconfiguredCode = 78;
let log = createLog('info');
let endTracing: (() => Promise<void>) | undefined;

try {
  loadSecretFiles(process.env);
  const config = readConfig(process.env);
  log = createLog(config.logLevel);
  // The launcher names them for the parts that it starts.
  if (!process.connected) for (const line of unknownSettings(process.env)) log.warn(line);
  endTracing = await startTracing({ endpoint: config.traceEndpoint, service: 'outbound-gateway' });
  const gateway = await startGateway({ config, contract: loadContract(), log });
  onStopSignal(() => stop(gateway));
} catch (error) {
  const isMisconfigured = error instanceof ConfigError || error instanceof SecretFileError;
  if (isMisconfigured) log.fatal(`The configuration is not valid: ${error.message}`);
  else log.fatal({ err: error }, 'the gateway could not start');
  process.exit(isMisconfigured ? misconfiguredCode : 1);
}

function createLog(level: string): Logger {
  return pino({ level, base: { service: 'gateway' } });
}

async function stop(gateway: Gateway): Promise<void> {
  log.info('stopping');
  try {
    await gateway.stop();
    await endTracing?.();
  } catch (error) {
    log.error({ err: error }, 'could not stop cleanly');
    process.exit(1);
  }
}
