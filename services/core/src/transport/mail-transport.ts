import type { FaultPhase } from '../domain/sending/fault-cause.ts';

/** Message as it is transmitted. */
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
  /** Certainly not accepted. Has the phase of the dialogue and the response (`code` 0 means no response). */
  | { kind: 'refused'; phase: FaultPhase; code: number; text: string }
  /** The message was sent without a response, so its delivery is unknown. */
  | { kind: 'unconfirmed'; error: string }
  /** `onTransmitting` returned false: nothing was sent. */
  | { kind: 'withdrawn' };

export interface SendHooks {
  /**
   * Called when the server is ready for the message, before the first byte is sent. Its writes must be durable when it
   * resolves. False means do not send.
   */
  onTransmitting(): Promise<boolean>;
}

/** Port for sending. Never throws because of the server: each result is an outcome. */
export interface MailTransport {
  send(mail: OutgoingMail, hooks: SendHooks): Promise<SendOutcome>;
}
