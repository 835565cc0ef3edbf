import { newWebhookSecret, signingSecrets } from '../../../domain/events/webhooks/webhook-signature.ts';
import { seal, unseal } from '../../../secrets/secret-box.ts';
import type { Config } from '../../../settings/config.ts';
import type { WebhookRecord } from '../../../store/events/webhooks/webhook-store.ts';

type KeyConfig = Pick<Config, 'keyRing'>;

/** New signing secret, encrypted for storage. */
export function newSealedSecret({ workspaceId, config }: { workspaceId: string; config: KeyConfig }): string {
  return seal(config.keyRing, workspaceId, newWebhookSecret());
}

/** Current signing secrets, decrypted. */
export function openSecrets(webhook: WebhookRecord, { keyRing }: KeyConfig, at: Date): string[] {
  return signingSecrets(webhook, at).map((sealed) => unseal(keyRing, webhook.workspaceId, sealed));
}
