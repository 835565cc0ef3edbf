import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { type InboundMail, readMail } from '../../transport/received/read-mail.ts';

export interface SmtpServer {
  port: number;
  stop(): Promise<void>;
}

export interface SmtpSink extends SmtpServer {
  received: InboundMail[];
  /** Raw sources of the same messages. */
  sources: string[];
}

/** Starts a mail server on loopback for tests. */
export async function startSmtpServer(options: SMTPServerOptions): Promise<SmtpServer> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    closeTimeout: 100,
    ...options,
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as { port: number };
  return { port, stop: () => new Promise((resolve) => server.close(() => resolve())) };
}

/**
 * Starts a server that accepts everything except as `options` define. `delayMs` is the delay before it accepts a
 * message.
 */
export async function startSmtpSink({
  delayMs = 0,
  ...options
}: SMTPServerOptions & { delayMs?: number } = {}): Promise<SmtpSink> {
  const received: InboundMail[] = [];
  const sources: string[] = [];
  const server = await startSmtpServer({
    onData(stream, _session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        const source = Buffer.concat(chunks);
        sources.push(source.toString());
        received.push(await readMail(source));
        setTimeout(done, delayMs);
      });
    },
    ...options,
  });
  return { ...server, received, sources };
}
