import { SMTPServer } from 'smtp-server';
import { type InboundMail, readMail } from '../../mail/read-mail.ts';

export interface SmtpSink {
  port: number;
  received: InboundMail[];
  stop(): Promise<void>;
}

/** A mail server on loopback that takes everything, for tests. `delayMs`: how long it thinks before it accepts. */
export async function startSmtpSink({ delayMs = 0 }: { delayMs?: number } = {}): Promise<SmtpSink> {
  const received: InboundMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    closeTimeout: 100,
    onData(stream, _session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        received.push(await readMail(Buffer.concat(chunks)));
        setTimeout(done, delayMs);
      });
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as { port: number };
  return { port, received, stop: () => new Promise((resolve) => server.close(() => resolve())) };
}
