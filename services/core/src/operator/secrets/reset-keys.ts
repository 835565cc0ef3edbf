import { newWebhookSecret } from '../../domain/events/webhooks/webhook-signature.ts';
import type { KeyRing } from '../../secrets/key-ring.ts';
import { countUnopenable, dropUnopenable, type LostSecret } from '../../store/maintenance/sealed-secrets.ts';
import { markSealedWith } from '../../store/secrets/store-keys.ts';
import type { Command, CommandOutcome } from '../command.ts';
import { confirm, listCounts, yesOption } from '../terminal/confirm.ts';

export const resetKeysCommand: Command = {
  name: 'keys reset',
  summary: 'Replace a lost SECRET_KEY. Secrets encrypted with the lost key are removed for good.',
  options: { ...yesOption },
  opensAnyStore: true,
  async run(values, environment) {
    const { keyRing } = environment;
    const { mailboxes: mailbox, webhooks: webhook, providers: provider, ...others } = await countUnopenable(keyRing);
    const { secondSteps, erasures, approvals } = others;
    const held = listCounts({
      'mailbox secret': mailbox,
      'webhook secret': webhook,
      'provider key': provider,
      'two-step sign-in': secondSteps,
      'pending erasure': erasures,
      'pending approval': approvals,
    });
    const loss = `This removes every secret that SECRET_KEY does not open: ${held}. If you still have the lost key, set SECRET_KEY to it instead.`;
    await confirm({ loss, answer: 'yes' }, values, environment);
    return reset(keyRing);
  },
};

async function reset(keyRing: KeyRing): Promise<CommandOutcome> {
  const lost = await dropUnopenable(keyRing, newWebhookSecret);
  const { mailboxes, webhooks, providers, secondSteps, erasures, approvals } = lost;
  await markSealedWith(keyRing.current);
  const lines = [
    `The store belongs to the key ${keyRing.current.id} now.`,
    ...listOf('Enter the passwords of these mailboxes again, or sign in with their provider again', mailboxes),
    ...listOf('Give the receivers of these webhooks their new secret', webhooks),
    ...listOf('Enter the API keys of these providers again; they are paused', providers),
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
}

function listOf(title: string, lost: LostSecret[]): string[] {
  if (lost.length === 0) return [];
  return [`${title}:`, ...lost.map(({ workspaceId, id, label }) => `  ${label} (${id}, ${workspaceId})`)];
}
