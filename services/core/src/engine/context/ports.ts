import type { DraftWriter } from '../../providers/drafting/draft-writer.ts';
import type { Prospects } from '../../providers/prospects/prospects.ts';
import type { EmailVerifier } from '../../providers/verification/email-verifier.ts';
import type { WebhookPort } from '../../providers/webhooks/webhook-port.ts';
import type { MailPort } from '../../transport/mail-port.ts';
import type { SystemMail } from '../../transport/system-mail.ts';

/**
 * The outside world as the actions see it: one member per port of providers/ and mail/, chosen in ports.ts from the
 * configuration and replaced in tests.
 */
export interface Ports {
  /** Writes messages; null when no model is configured. */
  drafting: DraftWriter | null;
  /** Mail servers: sending, testing, looking up a domain's records. */
  mail: MailPort;
  /** Mail of the service itself, such as links for a new password; null where no server for it is configured. */
  systemMail: SystemMail | null;
  /** Where people and companies are searched for and revealed. */
  prospects: Prospects;
  /** Whether an address takes mail. */
  verifier: EmailVerifier;
  /** Endpoints of webhooks: their addresses are checked, and events posted. */
  webhooks: WebhookPort;
}
