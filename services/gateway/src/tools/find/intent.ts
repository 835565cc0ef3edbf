import type { Action } from '../../core-client/contract.ts';
import type { Heard } from './phrases-of.ts';
import { wordsOf } from './words.ts';

interface Counts {
  read: number;
  change: number;
}

type Actions = ReadonlyMap<string, Pick<Action, 'effect' | 'area'>>;

/** Weight of the words that ask or command, beside the words about the matter. Measured on skipped phrases. */
const readingWeight = 0.3;
/** Word for "every week", "daily", and the like. */
const recurrence = 'recurrence';
const recurrenceWeight = 2;
const unseen = 0.5;

/**
 * Tells from the words of a request, small ones included, if it asks for something or wants something changed, and if
 * once or again and again. Learned from the recorded phrases.
 */
export class Intent {
  readonly #actions: Actions;
  readonly #counts = new Map<string, Counts>();
  readonly #all: Counts = { read: 1, change: 1 };

  constructor(actions: Actions, phrases: readonly Heard[]) {
    this.#actions = actions;
    for (const { phrase, meant } of phrases) {
      const effects = new Set(meant.flatMap((name) => actions.get(name)?.effect ?? []));
      if (effects.size === 0) continue;
      const kind = effects.has('read') ? 'read' : 'change';
      this.#all[kind] += 1;
      for (const word of new Set(wordsOf(phrase))) {
        const counts = this.#counts.get(word) ?? { read: 0, change: 0 };
        counts[kind] += 1;
        this.#counts.set(word, counts);
      }
    }
  }

  /** Factor for the score of an action or task, by its name. */
  fitOf(query: string): (of: string) => number {
    const words = new Set(wordsOf(query));
    const lean = readingWeight * (this.#shareOfReads(words) - 0.5);
    return (of) => {
      const action = this.#actions.get(of);
      if (action === undefined) return 1;
      const again = words.has(recurrence) && action.area === 'standing_orders' ? recurrenceWeight : 1;
      return again * (action.effect === 'read' ? 1 + lean : 1 - lean);
    };
  }

  /** Probability from 0 to 1 that a request with these words only reads. */
  #shareOfReads(words: ReadonlySet<string>): number {
    const { read: reads, change: changes } = this.#all;
    let odds = Math.log(reads / changes);
    for (const word of words) {
      const { read, change } = this.#counts.get(word) ?? { read: 0, change: 0 };
      odds += Math.log((read + unseen) / (reads + 1) / ((change + unseen) / (changes + 1)));
    }
    return 1 / (1 + Math.exp(-odds));
  }
}
