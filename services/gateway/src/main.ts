import { type Logger, pino } from 'pino';
import { ConfigError, readConfig } from './config.ts';
import { loadContract } from './core-client/contract.ts';
import { type Gateway, startGateway } from './start.ts';

let log = createLog('info');

try {
  const config = readConfig(process.env);
  log = createLog(config.logLevel);
  const gateway = await startGateway({ config, contract: loadContract(), log });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stop(gateway, signal));
} catch (error) {
  if (error instanceof ConfigError) log.fatal(`The configuration is not valid: ${error.message}`);
  else log.fatal({ err: error }, 'the gateway could not start');
  process.exit(1);
}

function createLog(level: string): Logger {
  return pino({ level, base: { service: 'gateway' } });
}

async function stop(gateway: Gateway, signal: string): Promise<void> {
  log.info({ signal }, 'stopping');
  try {
    await gateway.stop();
    process.exit(0);
  } catch (error) {
    log.error({ err: error }, 'could not stop cleanly');
    process.exit(1);
  }
}
