/** Minimum letters of words to correct. Shorter words are too similar to others. */
const swapLettersMin = 4;
const oneLetterMin = 6;
/** Anything longer is not a word. */
const lettersMax = 30;

/** All variants of a word with one letter omitted. */
function withoutOne(word: string): string[] {
  return [...word].map((_, at) => word.slice(0, at) + word.slice(at + 1));
}

function swapped(word: string): string[] {
  return [...word].slice(1).map((_, at) => word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2));
}

/** Finds the known word that was mistyped: two letters swapped, or one letter extra, missing, or wrong. */
export class TypingErrors {
  readonly #known: Set<string>;
  readonly #shortened = new Map<string, string[]>();

  constructor(words: Iterable<string>) {
    // A word with a star stands for itself and all words that start with it.
    this.#known = new Set([...words].map((word) => word.replaceAll('*', '')));
    for (const word of this.#known) {
      if (word.length < oneLetterMin) continue;
      for (const shorter of withoutOne(word)) {
        this.#shortened.set(shorter, [...(this.#shortened.get(shorter) ?? []), word]);
      }
    }
  }

  /** Corrects each unknown word. Returns the same text if there is nothing to correct. */
  mend(plain: string): string {
    return plain
      .split(' ')
      .map((word) => (this.#known.has(word) ? word : (this.#meant(word) ?? word)))
      .join(' ');
  }

  #meant(word: string): string | undefined {
    if (word.length < swapLettersMin || word.length > lettersMax) return undefined;
    const candidates = swapped(word).filter((one) => this.#known.has(one));
    if (word.length >= oneLetterMin - 1) {
      candidates.push(...(this.#shortened.get(word) ?? []));
      candidates.push(...withoutOne(word).filter((one) => one.length >= oneLetterMin && this.#known.has(one)));
    }
    if (word.length >= oneLetterMin) candidates.push(...withoutOne(word).flatMap((one) => this.#sameLength(one, word)));
    return candidates.find((one) => one[0] === word[0]);
  }

  #sameLength(shorter: string, word: string): string[] {
    return (this.#shortened.get(shorter) ?? []).filter((one) => one.length === word.length);
  }
}
