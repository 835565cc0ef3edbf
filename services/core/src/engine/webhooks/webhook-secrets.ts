import type { Config } from '../../config.ts';
import { newWebhookSecret, signingSecrets } from '../../domain/webhooks/webhook-signature.ts';
import { seal, unseal } from '../../mail/secret-box.ts';
import type { WebhookRecord } from '../../store/work/webhook-store.ts';

type KeyConfig = Pick<Config, 'keyRing'>;

/** A new signing secret, as it is stored. */
export function newSealedSecret({ workspaceId, config }: { workspaceId: string; config: KeyConfig }): string {
  return seal(config.keyRing, workspaceId, newWebhookSecret());
}

/** The secrets that sign at this moment, in clear. */
export function openSecrets(webhook: WebhookRecord, { keyRing }: KeyConfig, at: Date): string[] {
  return signingSecrets(webhook, at).map((sealed) => unseal(keyRing, webhook.workspaceId, sealed));
}
