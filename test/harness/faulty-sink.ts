import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';

/** Phases of the SMTP dialogue with possible faults. */
const phases = ['greeting', 'mail_from', 'rcpt_to', 'data', 'end_of_data'] as const;
export type SmtpPhase = (typeof phases)[number];
export type SmtpFault = 'drop' | 'refuse';

export interface FaultySink {
  port: number;
  /** Message-IDs of accepted messages, even if the dialogue failed later. */
  taken: string[];
  /** Number of faults by phase and kind. */
  faults: Record<string, number>;
  /** Number of messages accepted without a response. */
  readonly unanswered: number;
  stop(): Promise<void>;
}

interface FaultySettings {
  /** Faults per hundred phases. */
  percent: number;
  delayMsMax: number;
}

const refusals: Record<SmtpPhase, [code: number, text: string]> = {
  greeting: [421, '4.3.2 Service not available'],
  mail_from: [451, '4.3.0 Try again later'],
  rcpt_to: [450, '4.2.2 Mailbox is full'],
  data: [452, '4.3.1 Out of space'],
  end_of_data: [554, '5.6.0 Message content was refused'],
};

type Connection = { id: string; _socket: Socket };

/** A real SMTP server on loopback that is slow in each phase and sometimes rejects or hangs up. */
export async function startFaultySink({ percent, delayMsMax }: FaultySettings): Promise<FaultySink> {
  const taken: string[] = [];
  const faults: Record<string, number> = {};
  let unanswered = 0;
  const hangUp = ({ id }: SMTPServerSession) => {
    const connections = (server as typeof server & { connections: Set<Connection> }).connections;
    for (const connection of connections) if (connection.id === id) connection._socket.destroy();
  };
  const pass = async (phase: SmtpPhase, session: SMTPServerSession): Promise<Error | null> => {
    await wait(Math.random() * delayMsMax);
    if (Math.random() * 100 >= percent) return null;
    const fault: SmtpFault = Math.random() < 0.5 ? 'drop' : 'refuse';
    faults[`${phase} ${fault}`] = (faults[`${phase} ${fault}`] ?? 0) + 1;
    if (fault === 'drop') hangUp(session);
    const [responseCode, text] = refusals[phase];
    return Object.assign(new Error(text), { responseCode });
  };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onConnect: (session, done) => void pass('greeting', session).then(done),
    onMailFrom: (_address, session, done) => void pass('mail_from', session).then(done),
    onRcptTo: (_address, session, done) => void pass('rcpt_to', session).then(done),
    async onData(stream, session, done) {
      const early = await pass('data', session);
      const chunks: Buffer[] = [];
      stream.on('error', () => {});
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        if (early !== null) return done(early);
        const late = Math.random() < 0.5 ? await pass('end_of_data', session) : null;
        if (late !== null) return done(late);
        taken.push(/^Message-ID:\s*(<[^>]+>)/im.exec(Buffer.concat(chunks).toString())![1]!);
        // Accepted, but the response is lost, so the sender can't know.
        if (Math.random() * 100 < percent) {
          unanswered += 1;
          hangUp(session);
        }
        done();
      });
    },
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.server.address() as AddressInfo).port,
    taken,
    faults,
    get unanswered() {
      return unanswered;
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
