import type SMTPConnection from 'nodemailer/lib/smtp-connection';

/** Long enough for the next message of a busy mailbox; a server that stops waits no longer for us. */
const idleMs = 1_000;
const idlePerServerMax = 5;
/** Servers limit how many messages they take over one connection; 100 is what nodemailer takes for safe. */
const messagesPerConnectionMax = 100;

interface Idle {
  connection: SMTPConnection;
  forget(): void;
}

/**
 * Signed-in connections between one message and the next. Only one whose last message was accepted is kept, and it
 * carries one message at a time: what ends a connection concerns no other message.
 */
export class SmtpConnections {
  readonly #idle = new Map<string, Idle[]>();
  readonly #carried = new WeakMap<SMTPConnection, number>();

  /** `server` names the server together with the credentials. */
  take(server: string): SMTPConnection | undefined {
    const found = this.#idle.get(server)?.at(-1);
    found?.forget();
    return found?.connection;
  }

  keep(server: string, connection: SMTPConnection): void {
    const carried = (this.#carried.get(connection) ?? 0) + 1;
    this.#carried.set(connection, carried);
    const waiting = this.#idle.get(server) ?? [];
    if (carried >= messagesPerConnectionMax || waiting.length >= idlePerServerMax) {
      connection.close();
      return;
    }
    this.#idle.set(server, waiting);
    const forget = () => {
      clearTimeout(timer);
      connection.off('end', forget);
      waiting.splice(waiting.indexOf(one), 1);
      if (waiting.length === 0) this.#idle.delete(server);
    };
    const one = { connection, forget };
    const timer = setTimeout(() => {
      forget();
      connection.close();
    }, idleMs).unref();
    connection.on('end', forget);
    waiting.push(one);
  }
}
