import type { EmailStatus } from '../../domain/contacts/contact.ts';

export interface Verdict {
  status: EmailStatus;
  /** Why, as a code: mx_found, no_mail_server, disposable_domain, mailbox_accepts, accepts_any_address, … */
  reason: string;
  /** Who says so. */
  provider: string;
}

/** Finds out whether an address takes mail. Throws `provider_failed` when it cannot be asked. */
export interface EmailVerifier {
  name: string;
  verify(email: string): Promise<Verdict>;
}
