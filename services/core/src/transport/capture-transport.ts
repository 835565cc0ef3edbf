import { captureMessage } from '../store/messages/captured-message-store.ts';
import type { MailTransport } from './mail-transport.ts';

/** Keeps each message in the store, where the application shows it, instead of sending it. */
export function createCaptureTransport(now: () => Date): MailTransport {
  return {
    async send(mail, { onTransmitting }) {
      if (!(await onTransmitting())) return { kind: 'withdrawn' };
      const { workspaceId, mailboxId, messageId, messageIdHeader, from, to, subject, eml } = mail;
      const id = await captureMessage(
        workspaceId,
        { mailboxId, messageId, messageIdHeader, from, to, subject, eml },
        now(),
      );
      return { kind: 'sent', response: `captured as ${id}` };
    },
  };
}
