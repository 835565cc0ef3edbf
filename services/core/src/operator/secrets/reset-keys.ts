import { newWebhookSecret } from '../../domain/events/webhooks/webhook-signature.ts';
import { dropUnopenable, type LostSecret } from '../../store/maintenance/sealed-secrets.ts';
import { markSealedWith } from '../../store/secrets/store-keys.ts';
import type { Command } from '../command.ts';

export const resetKeysCommand: Command = {
  name: 'keys reset',
  summary: 'Start again with another SECRET_KEY after the loss of the one before. Nothing but sealed secrets is lost.',
  options: {},
  opensAnyStore: true,
  async run(_values, { keyRing }) {
    const lost = await dropUnopenable(keyRing, newWebhookSecret);
    const { mailboxes, webhooks, secondSteps, erasures, approvals } = lost;
    await markSealedWith(keyRing.current);
    const lines = [
      `The store belongs to the key ${keyRing.current.id} now.`,
      ...listOf('Enter the passwords of these mailboxes again, or sign in with their provider again', mailboxes),
      ...listOf('Give the receivers of these webhooks their new secret', webhooks),
      ...(secondSteps.length > 0
        ? [`These people sign in with a recovery code, then set their second step up again: ${secondSteps.join(', ')}`]
        : []),
      ...listOf(
        'Notes and messages about others may still name these, whose names are lost; look for them there',
        erasures,
      ),
      ...listOf('These waited for approval and are cancelled; their clients have to ask again', approvals),
      ...(Object.values(lost).every(({ length }) => length === 0) ? ['No stored secret was lost.'] : []),
    ];
    return { text: lines.join('\n'), data: { keyId: keyRing.current.id, ...lost } };
  },
};

function listOf(title: string, lost: LostSecret[]): string[] {
  if (lost.length === 0) return [];
  return [`${title}:`, ...lost.map(({ workspaceId, id, label }) => `  ${label} (${id}, ${workspaceId})`)];
}
