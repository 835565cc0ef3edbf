import type SMTPConnection from 'nodemailer/lib/smtp-connection';

/** Long enough for the next message of a busy mailbox, and short enough not to delay a server's shutdown. */
const idleMs = 1_000;
const idlePerServerMax = 5;
/** Servers limit the messages per connection. nodemailer considers 100 safe. */
const messagesPerConnectionMax = 100;

interface Idle {
  connection: SMTPConnection;
  forget(): void;
}

/**
 * Signed-in connections kept between messages. Only a connection whose last message was accepted is kept, and it
 * carries one message at a time, so a failure affects no other message.
 */
export class SmtpConnections {
  readonly #idle = new Map<string, Idle[]>();
  readonly #carried = new WeakMap<SMTPConnection, number>();

  /** `server` identifies the server together with the credentials. */
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
