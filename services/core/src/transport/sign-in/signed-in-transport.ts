import type { MailboxRecord } from '../../store/mailboxes/mailbox-store.ts';
import type { MailTransport, SendOutcome } from '../mail-transport.ts';
import type { AccessTokens } from './access-tokens.ts';
import { SignInRefused } from './provider-tokens.ts';

function refusalOf(error: unknown): SendOutcome {
  if (error instanceof SignInRefused) return { kind: 'refused', phase: 'login', code: 0, text: error.message };
  return {
    kind: 'refused',
    phase: 'connect',
    code: 0,
    text: `The sign-in service does not answer: ${reasonOf(error)}`,
  };
}

function reasonOf(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error ? cause.message : message;
}

/** Sends with an access token. If the server rejects the token, it is renewed once: nothing has been sent by then. */
export function createSignedInTransport(
  mailbox: MailboxRecord,
  tokens: AccessTokens,
  transportWith: (accessToken: string) => MailTransport,
): MailTransport {
  return {
    async send(mail, hooks) {
      try {
        const token = await tokens.tokenFor(mailbox);
        const outcome = await transportWith(token).send(mail, hooks);
        if (outcome.kind !== 'refused' || outcome.phase !== 'login') return outcome;
        tokens.discard(mailbox, token);
        return await transportWith(await tokens.tokenFor(mailbox)).send(mail, hooks);
      } catch (error) {
        return refusalOf(error);
      }
    },
  };
}
