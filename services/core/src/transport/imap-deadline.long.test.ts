import { createServer, type Server, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { testImap } from './imap-connection.ts';
import { receiveByImap } from './imap-receiver.ts';

let server: Server | undefined;
const sockets = new Set<Socket>();
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => (server === undefined ? resolve(null) : server.close(resolve)));
});

/** Accepts any sign-in. From the named command on, it sends one more line now and then, and never finishes. */
async function startDripping(from: string): Promise<number> {
  server = createServer((socket) => {
    let drip: NodeJS.Timeout | undefined;
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => clearInterval(drip));
    socket.write('* OK [CAPABILITY IMAP4rev1] ready\r\n');
    socket.on('data', (chunk) => {
      for (const line of chunk.toString().split('\r\n').filter(Boolean)) {
        const [tag = '', command = ''] = line.split(' ');
        if (command.toUpperCase() === from) drip ??= setInterval(() => socket.write('* OK still here\r\n'), 100);
        else
          socket.write(
            `${command.toUpperCase() === 'CAPABILITY' ? '* CAPABILITY IMAP4rev1\r\n' : ''}${tag} OK done\r\n`,
          );
      }
    });
  });
  await new Promise<void>((resolve) => server!.listen(0, '127.0.0.1', resolve));
  return (server.address() as { port: number }).port;
}

async function optionsFor(from: string) {
  const port = await startDripping(from);
  const imap = { host: '127.0.0.1', port, security: 'none' as const, username: 'ada', secret: null };
  return { server: imap, password: 'right', timeoutMs: 4_000, isPrivateHostAllowed: true };
}

test('a server that keeps talking without opening the inbox does not block the reader', async () => {
  const options = await optionsFor('EXAMINE');
  const reader = { position: null, onMail: async () => undefined, onPosition: async () => undefined };
  const reading = receiveByImap(options, { ...reader, signal: new AbortController().signal });
  await expect(reading).rejects.toMatchObject({ code: 'ETIMEDOUT' });
});

test('a server that keeps talking does not block a mailbox test either', async () => {
  expect(await testImap(await optionsFor('EXAMINE'))).not.toBeNull();
});
