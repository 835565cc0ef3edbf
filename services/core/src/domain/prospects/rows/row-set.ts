/** Rows of a data set are numbered from 0 and searched in chunks of this many. */
export const chunkRows = 1_048_576;
/** A chunk is held in blocks. Empty ones take no room. */
export const blockRows = 65_536;

const wordsPerBlock = blockRows / 32;
const blocksPerChunk = chunkRows / blockRows;
/** A list of more rows than this is larger than a bitmap of the block. */
const listMax = blockRows / 16 - 1;

/** Set of rows of one chunk, by their positions in it. Like a roaring bitmap with two kinds of containers. */
export class RowSet {
  readonly #blocks: (Uint32Array | undefined)[] = Array.from({ length: blocksPerChunk });

  /**
   * Reads what `toBytes` returned. Each block begins with its number and the length of its data, in 16 bits each. The
   * data is a bitmap or a list of 16-bit positions. The byte order is that of all processors that Node.js runs on.
   */
  static fromBytes(bytes: Uint8Array): RowSet {
    const set = new RowSet();
    // A copy is aligned.
    const own = new Uint8Array(bytes);
    const view = new Uint16Array(own.buffer);
    for (let at = 0; at < view.length; ) {
      const [block, length] = [view[at]!, view[at + 1]!];
      const data = view.subarray(at + 2, at + 2 + length);
      if (length === wordsPerBlock * 2) set.#blocks[block] = new Uint32Array(data.slice().buffer);
      else for (const position of data) set.add(block * blockRows + position);
      at += 2 + length;
    }
    return set;
  }

  static of(positions: Iterable<number>): RowSet {
    const set = new RowSet();
    for (const position of positions) set.add(position);
    return set;
  }

  add(position: number): void {
    const block = position >>> 16;
    this.#blocks[block] ??= new Uint32Array(wordsPerBlock);
    this.#blocks[block][(position & 0xffff) >>> 5]! |= 1 << (position & 31);
  }

  delete(position: number): void {
    const words = this.#blocks[position >>> 16];
    if (words !== undefined) words[(position & 0xffff) >>> 5]! &= ~(1 << (position & 31));
  }

  has(position: number): boolean {
    const words = this.#blocks[position >>> 16];
    return words !== undefined && (words[(position & 0xffff) >>> 5]! & (1 << (position & 31))) !== 0;
  }

  copy(): RowSet {
    const set = new RowSet();
    for (const [block, words] of this.#blocks.entries()) set.#blocks[block] = words?.slice();
    return set;
  }

  /** Keeps the rows that are also in the other set. */
  intersect(other: RowSet): this {
    for (const [block, words] of this.#blocks.entries()) {
      const others = other.#blocks[block];
      if (words === undefined || others === undefined) this.#blocks[block] = undefined;
      else for (let word = 0; word < wordsPerBlock; word += 1) words[word]! &= others[word]!;
    }
    return this;
  }

  unite(other: RowSet): this {
    for (const [block, others] of other.#blocks.entries()) {
      const words = this.#blocks[block];
      if (words === undefined) this.#blocks[block] = others?.slice();
      else if (others !== undefined) for (let word = 0; word < wordsPerBlock; word += 1) words[word]! |= others[word]!;
    }
    return this;
  }

  /** Removes the rows of the other set. */
  subtract(other: RowSet): this {
    for (const [block, words] of this.#blocks.entries()) {
      const others = other.#blocks[block];
      if (words === undefined || others === undefined) continue;
      for (let word = 0; word < wordsPerBlock; word += 1) words[word]! &= ~others[word]!;
    }
    return this;
  }

  /** Memory that the set takes. */
  get bytes(): number {
    return this.#blocks.filter((words) => words !== undefined).length * wordsPerBlock * 4;
  }

  get size(): number {
    let size = 0;
    for (const words of this.#blocks) size += words === undefined ? 0 : sizeOf(words);
    return size;
  }

  /** Positions in ascending order. */
  *positions(): Generator<number> {
    for (const [block, words] of this.#blocks.entries()) {
      if (words === undefined) continue;
      for (const position of positionsIn(words)) yield block * blockRows + position;
    }
  }

  toBytes(): Buffer {
    const parts: Uint8Array[] = [];
    for (const [block, words] of this.#blocks.entries()) {
      const size = words === undefined ? 0 : sizeOf(words);
      if (words === undefined || size === 0) continue;
      const data = size > listMax ? words : Uint16Array.from(positionsIn(words));
      const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
      parts.push(new Uint8Array(Uint16Array.of(block, bytes.byteLength / 2).buffer), bytes);
    }
    return Buffer.concat(parts);
  }
}

function sizeOf(words: Uint32Array): number {
  let size = 0;
  for (const word of words) size += word === 0 ? 0 : countBits(word);
  return size;
}

function* positionsIn(words: Uint32Array): Generator<number> {
  for (let word = 0; word < wordsPerBlock; word += 1) {
    for (let bits = words[word]!; bits !== 0; bits &= bits - 1) yield word * 32 + (31 - Math.clz32(bits & -bits));
  }
}

function countBits(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const quads = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((quads + (quads >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
