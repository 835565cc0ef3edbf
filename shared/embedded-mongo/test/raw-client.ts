import { once } from 'node:events';
import { connect } from 'node:net';
import { type Document, deserialize, serialize } from 'bson';

const headerBytes = 16;
/** Flags and the kind of the only section. */
const prefixBytes = 5;
const opMessage = 2013;

/** Sends one command exactly as given, which drivers do not do: they choose session and number themselves. */
export async function sendCommand(uri: string, command: Document): Promise<Document> {
  const { hostname, port } = new URL(uri);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  const body = serialize(command);
  const head = Buffer.alloc(headerBytes + prefixBytes);
  head.writeInt32LE(head.length + body.length, 0);
  head.writeInt32LE(1, 4);
  head.writeInt32LE(opMessage, 12);
  socket.write(Buffer.concat([head, body]));
  let received = Buffer.alloc(0);
  for await (const chunk of socket) {
    received = Buffer.concat([received, chunk as Buffer]);
    if (received.length >= headerBytes && received.length >= received.readInt32LE(0)) break;
  }
  socket.destroy();
  const { $clusterTime, operationTime, ...reply } = deserialize(received.subarray(headerBytes + prefixBytes));
  return reply;
}
