import type { FaultPhase } from '../domain/sending/fault-cause.ts';

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
  /** Certainly not accepted: where in the dialogue, with what answer (`code` 0: none came). */
  | { kind: 'refused'; phase: FaultPhase; code: number; text: string }
  /** The message went out and no answer came back: nobody knows. */
  | { kind: 'unconfirmed'; error: string }
  /** `onTransmitting` said no: nothing was sent. */
  | { kind: 'withdrawn' };

export interface SendHooks {
  /**
   * Called when the other side is ready to take the message, before its first byte goes out. What it writes must be
   * durable when it resolves. False: do not send.
   */
  onTransmitting(): Promise<boolean>;
}

/** The port for sending. Never throws for what the other side does: each way it can end is an outcome. */
export interface MailTransport {
  send(mail: OutgoingMail, hooks: SendHooks): Promise<SendOutcome>;
}
