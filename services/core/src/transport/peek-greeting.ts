import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { checkMailHost, type HostRules } from './mail-host-guard.ts';

const silenceMs = 2_000;
const greetingMax = 200;

interface Peeked {
  host: string;
  port: number;
  security: 'none' | 'starttls' | 'tls';
}

/**
 * Greeting that a server sends on connection. Empty if it sends none. Each mail protocol has its own greeting, which
 * libraries for other protocols do not pass on. Nothing is sent, so the certificate does not matter.
 */
export async function peekGreeting(
  { host, port, security }: Peeked,
  { timeoutMs, ...rules }: HostRules & { timeoutMs: number },
): Promise<string> {
  const address = await checkMailHost(host, port, rules).catch(() => null);
  if (address === null) return '';
  const to = { host: address, port };
  const waitMs = Math.min(silenceMs, timeoutMs);
  const [overTls, plain] = await Promise.all([
    security === 'tls' ? firstWords(connectTls({ ...to, rejectUnauthorized: false }), waitMs) : '',
    firstWords(connect(to), waitMs),
  ]);
  return overTls || plain;
}

function firstWords(socket: Socket, waitMs: number): Promise<string> {
  return new Promise((resolve) => {
    const end = (words: string) => {
      socket.destroy();
      resolve(words);
    };
    socket.setTimeout(waitMs, () => end(''));
    socket.once('data', (chunk) => end(chunk.toString('latin1').slice(0, greetingMax)));
    socket.once('close', () => end(''));
    socket.on('error', () => end(''));
  });
}
