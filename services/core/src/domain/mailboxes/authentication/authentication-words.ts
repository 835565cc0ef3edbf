import type { HealthLevel } from '../mail-domain-health.ts';
import type { Authentication } from './authentication-results.ts';

interface Judged {
  level: HealthLevel;
  explanation: string;
  advice: string | null;
}

const purpose = 'A message from the mailbox to itself shows how it arrives elsewhere.';
const signIt = 'turn on DKIM signing for your domain at your mail provider, and publish the key it names.';

/**
 * Explains the result of a message sent from the mailbox to itself, for readers new to the topic. Null: none has
 * arrived.
 */
export function judgeAuthentication(found: Authentication | null, domain: string): Judged {
  const judged = (level: HealthLevel, finding: string, advice: string | null = null): Judged => ({
    level,
    explanation: `${purpose} ${finding}`,
    advice,
  });
  if (found === null)
    return judged('missing', 'No test email has arrived yet.', 'Send a test from this mailbox to itself.');
  const { dkim, spf, signedBy, isAligned } = found;
  const signers = signedBy.join(', ');
  if (dkim !== null && dkim !== 'pass' && dkim !== 'none') {
    return judged(
      'broken',
      `Its DKIM signature failed (${dkim}), so receivers treat it as forged.`,
      'Publish the DKIM key that your mail provider signs with now.',
    );
  }
  if (signedBy.length === 0) {
    return spf === 'pass'
      ? judged('weak', `SPF passed, but it carries no DKIM signature.`, `To be trusted when forwarded, ${signIt}`)
      : judged('broken', `Neither SPF nor DKIM confirms it.`, `Let SPF name your server, and ${signIt}`);
  }
  if (!isAligned) {
    const finding = `It is signed by ${signers}, not by ${domain}. For DMARC, that signature does not count.`;
    return judged('weak', finding, `So that the signature is in your name, ${signIt}`);
  }
  if (dkim === null) {
    const finding = `It carries a signature of ${signers}, as it should. Your own server did not report whether it is valid.`;
    return judged('ok', finding);
  }
  return judged('ok', `It is signed by ${signers}. The signature is valid and matches ${domain}.`);
}
