import type { Ports } from './actions/ports.ts';
import type { Config } from './config.ts';
import { createMailPort } from './mail/mail-port.ts';
import { createModelWriter } from './providers/drafting/model-writer.ts';
import { createProspects } from './providers/prospects/create-prospects.ts';
import { createVerifier } from './providers/verification/create-verifier.ts';
import { createWebhookPort } from './providers/webhooks/webhook-port.ts';

/** Chooses the implementation of each port from the configuration. One line per port. */
export const createPorts = (config: Config): Ports => ({
  drafting: config.model.url === undefined ? null : createModelWriter({ ...config.model, url: config.model.url }),
  mail: createMailPort(config),
  prospects: createProspects(config),
  verifier: createVerifier(config),
  webhooks: createWebhookPort(config),
});
