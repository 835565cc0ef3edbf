import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { type InboundMail, readMail } from '../../transport/received/read-mail.ts';

export interface SmtpServer {
  port: number;
  stop(): Promise<void>;
}

export interface SmtpSink extends SmtpServer {
  received: InboundMail[];
  /** The same as they came. */
  sources: string[];
}

/** A mail server on loopback, for tests. */
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

/** One that takes everything, but for what `options` say. `delayMs`: how long it thinks before it accepts. */
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
