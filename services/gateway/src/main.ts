import { pino } from 'pino';
import { ConfigError, readConfig } from './config.ts';
import { loadContract } from './core-client/contract.ts';
import { startGateway } from './start.ts';

const log = pino({ level: process.env.LOG_LEVEL || 'info', base: { service: 'gateway' } });

try {
  const config = readConfig(process.env);
  const gateway = await startGateway({ config, contract: loadContract(), log });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      log.info({ signal }, 'stopping');
      gateway.stop().then(
        () => process.exit(0),
        (error) => {
          log.error({ err: error }, 'could not stop cleanly');
          process.exit(1);
        },
      );
    });
  }
} catch (error) {
  if (error instanceof ConfigError) log.fatal(`The configuration is not valid: ${error.message}`);
  else log.fatal({ err: error }, 'the gateway could not start');
  process.exit(1);
}
