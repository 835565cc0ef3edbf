import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { type Document, deserialize, serialize } from 'bson';

const headerBytes = 16;
/** Flags and the kind byte of the only section. */
const prefixBytes = 5;
const opMessage = 2013;

async function exchange(socket: Socket, command: Document | Buffer): Promise<Document> {
  const body = Buffer.isBuffer(command) ? command : serialize(command);
  const head = Buffer.alloc(headerBytes + prefixBytes);
  head.writeInt32LE(head.length + body.length, 0);
  head.writeInt32LE(1, 4);
  head.writeInt32LE(opMessage, 12);
  socket.write(Buffer.concat([head, body]));
  let received = Buffer.alloc(0);
  while (received.length < headerBytes || received.length < received.readInt32LE(0)) {
    const [chunk] = (await once(socket, 'data')) as [Buffer];
    received = Buffer.concat([received, chunk]);
  }
  const { $clusterTime, operationTime, ...reply } = deserialize(received.subarray(headerBytes + prefixBytes));
  return reply;
}

export interface RawConnection {
  send(command: Document | Buffer): Promise<Document>;
  close(): void;
}

/** Sends commands exactly as given. Drivers cannot, because they choose the session and the number themselves. */
export async function openRaw(uri: string): Promise<RawConnection> {
  const { hostname, port } = new URL(uri);
  const socket = port ? connect(Number(port), hostname) : connect(decodeURIComponent(hostname));
  await once(socket, 'connect');
  return { send: (command) => exchange(socket, command), close: () => socket.destroy() };
}

/** Sends one command on a separate connection. */
export async function sendCommand(uri: string, command: Document | Buffer): Promise<Document> {
  const connection = await openRaw(uri);
  const reply = await connection.send(command);
  connection.close();
  return reply;
}
