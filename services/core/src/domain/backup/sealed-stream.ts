import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto';
import { promisify } from 'node:util';

// A file of frames, each encrypted with AES-256-GCM under a key derived from the passphrase. The frame number is the
// nonce, and the last-frame flag is authenticated. Any changed, moved, omitted, or truncated frame is therefore
// detected.
const magic = 'OUTBOUND-BACKUP-1\n';
const frameBytes = 256 * 1024;
const tagBytes = 16;
const frameBytesMax = frameBytes + tagBytes;
const saltBytes = 16;
const scryptOptions = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 };
const headerBytes = magic.length + saltBytes;

/** The file cannot be used: the passphrase is wrong, the file is not a backup, or it is damaged. */
export class BackupFileError extends Error {}

async function keyOf(passphrase: string, salt: Buffer): Promise<Buffer> {
  const derive = promisify<string, Buffer, number, typeof scryptOptions, Buffer>(scrypt);
  return derive(passphrase.normalize('NFC'), salt, 32, scryptOptions);
}

function nonceOf(index: number): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeBigUInt64BE(BigInt(index), 4);
  return nonce;
}

function frameData(isLast: boolean): Buffer {
  return Buffer.from([isLast ? 1 : 0]);
}

/** Encrypts a stream into a header and length-prefixed frames. */
export async function* sealStream(source: AsyncIterable<Buffer>, passphrase: string): AsyncGenerator<Buffer> {
  const salt = randomBytes(saltBytes);
  const key = await keyOf(passphrase, salt);
  yield Buffer.concat([Buffer.from(magic), salt]);
  let index = 0;
  const seal = (plain: Buffer, isLast: boolean): Buffer => {
    const cipher = createCipheriv('aes-256-gcm', key, nonceOf(index)).setAAD(frameData(isLast));
    index += 1;
    const sealed = Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
    const length = Buffer.alloc(5);
    length.writeUInt32BE(sealed.length);
    length[4] = isLast ? 1 : 0;
    return Buffer.concat([length, sealed]);
  };
  // Starts with an empty frame. If it does not decrypt, the passphrase is wrong rather than the content damaged.
  yield seal(Buffer.alloc(0), false);
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of source) {
    rest = Buffer.concat([rest, chunk]);
    while (rest.length >= frameBytes) {
      yield seal(rest.subarray(0, frameBytes), false);
      rest = rest.subarray(frameBytes);
    }
  }
  yield seal(rest, true);
}

/** Decrypts the output of `sealStream`. Throws BackupFileError before yielding any altered byte. */
export async function* openStream(source: AsyncIterable<Buffer>, passphrase: string): AsyncGenerator<Buffer> {
  const read = reader(source);
  const header = await read(headerBytes);
  if (header?.subarray(0, magic.length).toString('latin1') !== magic)
    throw new BackupFileError('This is not a backup of Outbound.');
  const key = await keyOf(passphrase, header.subarray(magic.length));
  for (let index = 0; ; index += 1) {
    const length = await read(5);
    const isLast = length?.[4] === 1;
    const size = length?.readUInt32BE() ?? 0;
    const sealed = size < tagBytes || size > frameBytesMax ? undefined : await read(size);
    if (sealed === undefined) throw new BackupFileError('The backup is cut off or damaged.');
    yield openFrame(key, index, isLast, sealed);
    if (isLast) break;
  }
  if ((await read(1)) !== undefined) throw new BackupFileError('Something was added to the backup.');
}

function openFrame(key: Buffer, index: number, isLast: boolean, sealed: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(index))
    .setAAD(frameData(isLast))
    .setAuthTag(sealed.subarray(-tagBytes));
  const plain = decipher.update(sealed.subarray(0, -tagBytes));
  try {
    return Buffer.concat([plain, decipher.final()]);
  } catch {
    throw new BackupFileError(index === 0 ? 'The passphrase is not the one of this backup.' : 'The backup is damaged.');
  }
}

/** Reads exact numbers of bytes. Returns undefined if the source ends first. */
export function reader(source: AsyncIterable<Buffer>): (size: number) => Promise<Buffer | undefined> {
  const chunks = source[Symbol.asyncIterator]();
  let rest: Buffer = Buffer.alloc(0);
  return async (size) => {
    const parts = [rest];
    let have = rest.length;
    while (have < size) {
      const { value, done } = await chunks.next();
      if (done) return undefined;
      parts.push(value);
      have += value.length;
    }
    const all = parts.length === 1 ? rest : Buffer.concat(parts);
    rest = all.subarray(size);
    return all.subarray(0, size);
  };
}
