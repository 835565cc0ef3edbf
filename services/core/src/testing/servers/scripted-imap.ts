import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

export interface ScriptedImap {
  port: number;
  /** Open connections. */
  open: Set<Socket>;
  /** Total number of connections. */
  count: number;
  /** True to reject sign-in from now on. */
  refuses: boolean;
  stop(): Promise<void>;
}

const inbox = ['* 0 EXISTS', '* OK [UIDVALIDITY 7] valid', '* OK [UIDNEXT 1] next'];

/** Starts an IMAP server with one empty inbox (RFC 9051), for tests of connections rather than mail. */
export async function startScriptedImap(): Promise<ScriptedImap> {
  const server = createServer((socket) => {
    imap.open.add(socket);
    imap.count += 1;
    socket.on('close', () => imap.open.delete(socket));
    socket.on('error', () => socket.destroy());
    socket.write('* OK ready\r\n');
    let idleTag = '';
    socket.on('data', (chunk) => {
      for (const line of chunk.toString().split('\r\n').filter(Boolean)) {
        if (line === 'DONE') socket.write(`${idleTag} OK done\r\n`);
        else if (/^\S+ IDLE/i.test(line)) idleTag = line.split(' ')[0]!;
        socket.write(answerTo(line, imap.refuses));
      }
    });
  });
  const imap: ScriptedImap = {
    port: 0,
    open: new Set(),
    count: 0,
    refuses: false,
    async stop() {
      for (const socket of imap.open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  imap.port = (server.address() as AddressInfo).port;
  return imap;
}

function answerTo(line: string, refuses: boolean): string {
  const [tag = '', command = ''] = line.split(' ');
  const lines = (...texts: string[]) => texts.map((text) => `${text}\r\n`).join('');
  switch (command.toUpperCase()) {
    case '':
      return '';
    case 'CAPABILITY':
      return lines('* CAPABILITY IMAP4rev1 IDLE', `${tag} OK done`);
    case 'LOGIN':
      return lines(refuses ? `${tag} NO [AUTHENTICATIONFAILED] Wrong password.` : `${tag} OK done`);
    case 'LIST':
      return lines('* LIST () "/" INBOX', `${tag} OK done`);
    case 'SELECT':
    case 'EXAMINE':
      return lines(...inbox, `${tag} OK [READ-ONLY] done`);
    case 'IDLE':
      return lines('+ idling');
    default:
      return lines(`${tag} OK done`);
  }
}
