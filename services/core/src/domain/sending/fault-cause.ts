/** Owner of the fault that kept a message from being accepted. Only faults of a person or message end anything. */
export type FaultOwner = 'person' | 'message' | 'mailbox' | 'provider' | 'transient';

/** Phase of the SMTP dialogue in which the rejection came. `report`: later, in a delivery status notification. */
export type FaultPhase = 'connect' | 'greeting' | 'tls' | 'login' | 'mail_from' | 'rcpt_to' | 'data' | 'report';

interface CauseFacts {
  owner: FaultOwner;
  /** Action that a person can take, in one sentence. */
  action: string;
  /** True if the address itself does not work and must not be emailed again. */
  suppresses?: true;
  /** Consecutive rejections that open the mailbox's circuit breaker. One if the response leaves no doubt. */
  opensAfter?: number;
}

const inDoubt = 3;

/** All possible causes of a rejection. */
export const faultCauses = {
  unknown_recipient: {
    owner: 'person',
    suppresses: true,
    action: 'The address does not exist: correct it, or find another contact at the company.',
  },
  recipient_disabled: {
    owner: 'person',
    action: 'The recipient’s account is switched off: find another address.',
  },
  recipient_mailbox_full: {
    owner: 'person',
    action: 'The recipient’s mailbox is full: try again in some weeks.',
  },
  recipient_refuses_sender: {
    owner: 'person',
    action: 'The recipient takes mail from chosen senders only: reach them in another way.',
  },
  content_refused: {
    owner: 'message',
    action: 'The text or a link in it was refused: change the message before sending it again.',
  },
  message_too_large: {
    owner: 'message',
    action: 'The message is too large: send it with smaller attachments.',
  },
  message_malformed: {
    owner: 'message',
    action: 'The message could not be processed: change its subject, text or recipient.',
  },
  login_refused: {
    owner: 'mailbox',
    action: 'Enter the current user name and password of the mailbox, or sign in to it again.',
  },
  app_password_needed: {
    owner: 'mailbox',
    action: 'Make an app password with the mail provider, and enter it in place of the account’s password.',
  },
  password_login_disabled: {
    owner: 'mailbox',
    action: 'The provider takes no passwords any more: connect the mailbox by signing in with the provider.',
  },
  sign_in_withdrawn: {
    owner: 'mailbox',
    action: 'The sign-in with the provider was withdrawn or has expired: connect the mailbox in the application again.',
  },
  sign_in_not_set_up: {
    owner: 'mailbox',
    action: 'The provider does not know this installation: its operator has to correct the client id and secret.',
  },
  sending_disabled: {
    owner: 'mailbox',
    action: 'Ask the administrator to switch on authenticated SMTP for this account.',
  },
  quota_exceeded: {
    owner: 'mailbox',
    action: 'The provider’s limit is used up: nothing to do, sending goes on by itself; lower the daily cap.',
  },
  account_suspended: {
    owner: 'mailbox',
    action: 'The provider has blocked this account: sign in to it in a browser and follow what it asks.',
  },
  sender_not_allowed: {
    owner: 'mailbox',
    action: 'The server does not let this account write as this address: correct the address or the user name.',
  },
  sender_not_authenticated: {
    owner: 'mailbox',
    action: 'Set up SPF, DKIM and DMARC for the domain; check_domain_health says which of them is missing.',
  },
  relay_denied: {
    owner: 'mailbox',
    action: 'The server sends for signed-in users only: enter a user name and password, or the right server.',
  },
  too_many_connections: {
    owner: 'mailbox',
    opensAfter: inDoubt,
    action: 'Other programs use the mailbox at the same time: nothing to do, sending goes on by itself.',
  },
  encryption_failed: {
    owner: 'mailbox',
    opensAfter: inDoubt,
    action: 'Check port and security: 465 goes with tls, 587 with starttls; and the server’s certificate.',
  },
  unreachable: {
    owner: 'mailbox',
    opensAfter: inDoubt,
    action: 'The mail server does not answer: check host and port, or wait until it is back.',
  },
  server_trouble: {
    owner: 'mailbox',
    opensAfter: inDoubt,
    action: 'The mail server has a fault of its own: nothing to do, sending goes on when it is back.',
  },
  blocklisted: {
    owner: 'provider',
    action: 'The sending server’s address stands on a blocklist: ask its operator to have it removed.',
  },
  poor_reputation: {
    owner: 'provider',
    action: 'The sender’s reputation is low: send less, to people who answer, and wait some days.',
  },
  throttled: {
    owner: 'provider',
    action: 'The provider asks to send more slowly: nothing to do; widen the gaps of the mailbox if it comes again.',
  },
  sender_blocked: {
    owner: 'provider',
    action: 'The provider takes no mail from this sender: ask its postmaster to lift the block.',
  },
  many_refusals: {
    owner: 'provider',
    action:
      'Several people in a row were refused with the same words: find out from the answer what the server objects to.',
  },
  greylisted: {
    owner: 'transient',
    action: 'The recipient’s server asks to come back later: nothing to do.',
  },
  recipient_over_quota: {
    owner: 'transient',
    action: 'The recipient’s mailbox is full at the moment: it is tried again for some days.',
  },
  temporary_refusal: {
    owner: 'transient',
    action: 'It was refused for the moment: it is tried again for some days.',
  },
} as const satisfies Record<string, CauseFacts>;

export type FaultCause = keyof typeof faultCauses;

export function factsOfCause(cause: FaultCause): CauseFacts {
  return faultCauses[cause];
}
