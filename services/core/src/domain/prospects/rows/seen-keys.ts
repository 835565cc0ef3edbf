const bits = 2 ** 26;

/**
 * Keys seen so far, in 8 MB for any number of them: a Bloom filter with one hash. It finds every key again,
 * and takes about 1.5 % of a million others for known ones.
 */
export class SeenKeys {
  readonly #words = new Uint32Array(bits / 32);

  /** Adds a key. True if it may have been added before. */
  add(key: string): boolean {
    const bit = hashOf(key) % bits;
    const isKnown = (this.#words[bit >>> 5]! & (1 << (bit & 31))) !== 0;
    this.#words[bit >>> 5]! |= 1 << (bit & 31);
    return isKnown;
  }
}

/** FNV-1a with a final mix, because the last characters of numbers differ in few bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
