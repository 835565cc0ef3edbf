/** A message as it goes over the wire. */
export interface OutgoingMail {
  workspaceId: string;
  mailboxId: string;
  messageId: string | null;
  messageIdHeader: string;
  from: string;
  to: string;
  subject: string;
  eml: Buffer;
}

export type SendOutcome =
  | { kind: 'sent'; response: string }
  /** Certainly not accepted. `fault` says whose problem it is; a permanent one is not tried again. */
  | { kind: 'refused'; fault: 'address' | 'message' | 'mailbox'; isPermanent: boolean; error: string }
  /** The message went out and no answer came back: nobody knows. */
  | { kind: 'unconfirmed'; error: string }
  /** `onTransmitting` said no: nothing was sent. */
  | { kind: 'withdrawn' };

export interface SendHooks {
  /**
   * Called when the other side is ready to take the message, before its first byte goes out. What it writes has to be
   * durable when it resolves. False: do not send.
   */
  onTransmitting(): Promise<boolean>;
}

/** The port for sending. Never throws for what the other side does: each way it can end is an outcome. */
export interface MailTransport {
  send(mail: OutgoingMail, hooks: SendHooks): Promise<SendOutcome>;
}
