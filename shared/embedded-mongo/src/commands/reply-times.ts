import { Binary, Timestamp } from 'bson';
import { encodeDocument, Raw } from '../bson/encode.ts';
import type { Reply } from './error-reply.ts';

/** Unsigned, as sent by a server without authentication. */
const signature = { hash: new Binary(Buffer.alloc(20), 0), keyId: 0n };
const pattern = encodeDocument({ clusterTime: new Timestamp({ t: 0, i: 0 }), signature });
const timeAt = pattern.indexOf('clusterTime\0') + 'clusterTime\0'.length;

let lastSecond = 0;
let increment = 0;

/** Adds operationTime and $clusterTime, which sessions use for causal order. A single member needs nothing more. */
export function withTimes(reply: Reply): Reply {
  const second = Math.floor(Date.now() / 1000);
  if (second > lastSecond) {
    lastSecond = second;
    increment = 0;
  }
  increment++;
  const bytes = Buffer.from(pattern);
  bytes.writeUInt32LE(increment, timeAt);
  bytes.writeUInt32LE(lastSecond, timeAt + 4);
  reply.$clusterTime = new Raw(bytes);
  reply.operationTime = new Timestamp({ t: lastSecond, i: increment });
  return reply;
}
