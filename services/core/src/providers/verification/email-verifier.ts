import type { EmailStatus } from '../../domain/contacts/contact.ts';

export interface Verdict {
  status: EmailStatus;
  /** Reason code, such as mx_found, no_mail_server, disposable_domain, mailbox_accepts, or accepts_any_address. */
  reason: string;
  /** Name of the verifier. */
  provider: string;
}

/** Checks whether an email address accepts mail. Throws `provider_failed` if the provider cannot be reached. */
export interface EmailVerifier {
  name: string;
  /** The part that costs nothing, if another part does. */
  free?: EmailVerifier;
  verify(email: string): Promise<Verdict>;
}
