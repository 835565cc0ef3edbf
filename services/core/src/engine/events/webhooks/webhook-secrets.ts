import { newWebhookSecret, signingSecrets } from '../../../domain/events/webhooks/webhook-signature.ts';
import { seal, unseal } from '../../../secrets/secret-box.ts';
import type { Config } from '../../../settings/config.ts';
import type { WebhookRecord } from '../../../store/events/webhooks/webhook-store.ts';

type KeyConfig = Pick<Config, 'keyRing'>;

/** A new signing secret, as it is stored. */
export function newSealedSecret({ workspaceId, config }: { workspaceId: string; config: KeyConfig }): string {
  return seal(config.keyRing, workspaceId, newWebhookSecret());
}

/** The secrets that sign at this moment, in clear. */
export function openSecrets(webhook: WebhookRecord, { keyRing }: KeyConfig, at: Date): string[] {
  return signingSecrets(webhook, at).map((sealed) => unseal(keyRing, webhook.workspaceId, sealed));
}
