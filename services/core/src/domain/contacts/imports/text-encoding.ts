import { legacyEncodings, plausibility } from './legacy-encodings.ts';

/** Encodings that a caller can name. "auto" judges the entire file. */
export const fileEncodings = ['auto', 'utf-8', 'utf-16le', 'utf-16be', ...legacyEncodings] as const;
export type FileEncoding = Exclude<(typeof fileEncodings)[number], 'auto'>;

export interface FoundEncoding {
  encoding: FileEncoding;
  /** True if a UTF-8 file contains bytes in another encoding. Rows with such bytes cannot be read. */
  isDamaged: boolean;
  /** True if the bytes alone do not prove the encoding. */
  isGuess: boolean;
}

/** Bytes kept for guessing, from lines with characters beyond ASCII. */
const sampleBytesMax = 256 * 1024;
/** Minimum share of zero bytes at even or odd positions in UTF-16 text with a Latin header. */
const zeroShareMin = 0.2;
const headBytes = 4_096;
const lineFeed = 0x0a;

function byMark(head: Uint8Array): FileEncoding | undefined {
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return 'utf-8';
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  return undefined;
}

/** Detects UTF-16 without a byte order mark. Each ASCII character has one zero byte, always on the same side. */
function byZeros(head: Uint8Array): FileEncoding | undefined {
  const zeros = [0, 0];
  for (const [index, byte] of head.entries()) if (byte === 0) zeros[index % 2]! += 1;
  const [even = 0, odd = 0] = zeros;
  if (Math.max(even, odd) < (head.length / 2) * zeroShareMin) return undefined;
  return odd > even ? 'utf-16le' : 'utf-16be';
}

/** Judges bytes as they stream through, so that a file is never entirely in memory. */
export class EncodingJudge {
  readonly #utf8 = new TextDecoder('utf-8');
  #head = Buffer.alloc(0);
  #sample: Buffer[] = [];
  #sampleBytes = 0;
  #wideCharacters = 0;
  #badBytes = 0;

  push(chunk: Buffer): void {
    if (this.#head.length < headBytes)
      this.#head = Buffer.concat([this.#head, chunk.subarray(0, headBytes - this.#head.length)]);
    this.#count(this.#utf8.decode(chunk, { stream: true }));
    for (let start = 0; start < chunk.length && this.#sampleBytes < sampleBytesMax; ) {
      const found = chunk.indexOf(lineFeed, start);
      const end = found === -1 ? chunk.length : found;
      const line = chunk.subarray(start, end);
      if (line.some((byte) => byte > 0x7f)) this.#keep(line);
      start = end + 1;
    }
  }

  #keep(line: Buffer): void {
    const kept = line.subarray(0, sampleBytesMax - this.#sampleBytes);
    this.#sample.push(kept);
    this.#sampleBytes += kept.length;
  }

  #count(text: string): void {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII is what is not counted.
    const beyond = text.match(/[^\u0000-\u007f]/gu) ?? [];
    const bad = beyond.filter((character) => character === '\ufffd').length;
    this.#badBytes += bad;
    this.#wideCharacters += beyond.length - bad;
  }

  /** Undefined if no encoding fits the file. */
  found(): FoundEncoding | undefined {
    this.#count(this.#utf8.decode());
    const certain = byMark(this.#head) ?? byZeros(this.#head);
    if (certain !== undefined) return { encoding: certain, isDamaged: false, isGuess: false };
    if (this.#badBytes === 0) return { encoding: 'utf-8', isDamaged: false, isGuess: false };
    // UTF-8 sequences do not occur by chance. A file with more of them than stray bytes is damaged UTF-8.
    if (this.#wideCharacters > this.#badBytes) return { encoding: 'utf-8', isDamaged: true, isGuess: false };
    const encoding = this.#guess();
    return encoding && { encoding, isDamaged: false, isGuess: true };
  }

  #guess(): FileEncoding | undefined {
    const bytes = Buffer.concat(this.#sample.flatMap((line) => [line, Buffer.from('\n')]));
    const [best] = legacyEncodings
      .map((encoding) => ({ encoding, score: plausibility(bytes, encoding) }))
      .sort((one, other) => other.score - one.score);
    return best !== undefined && best.score > 0 ? best.encoding : undefined;
  }
}
