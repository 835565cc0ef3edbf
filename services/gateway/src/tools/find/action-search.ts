import MiniSearch from 'minisearch';
import type { Action } from '../../core-client/contract.ts';
import { Intent } from './intent.ts';
import { type NotOffered, notOffered } from './not-offered.ts';
import { type PersonTask, personTasks } from './person-tasks.ts';
import { type Heard, heardPhrases, phrasesOf } from './phrases-of.ts';
import { type Entry, entriesOf, entryOf, nothing } from './search-entries.ts';
import { askedTermOf, termOf, wordsOf } from './words.ts';

export interface Found {
  actions: Action[];
  /** The person's task in the application, if the query means that rather than an action. */
  task?: PersonTask;
  /** Something else that the query means, and Outbound does not do. */
  notOffered?: NotOffered;
}

const taskPrefix = 'person:';
const noPrefix = 'no:';
const fields = ['name', 'title', 'area', 'summary', 'description', 'phrases', 'phrase'];
const boost = { name: 3, title: 2, phrases: 3, phrase: 3, area: 1.5, summary: 1, description: 0.4 };
/** Minimum score of a person's task, as a share of the best score. */
const taskShare = 0.75;
/**
 * Weights of something that is not offered, by the number of words that no action has. Recorded phrases for actions have
 * one such word in 12% and two in 2% of cases, requests for other things in 75% and 30%.
 */
const unknownWeights = [1.1, 1.6, 4];
/** The weight if one of these words belongs to something that is not offered. */
const foreignWeight = 8;
/** From so many words that no action has, if they are half of all, the query means nothing that Outbound does. */
const strangeFrom = 2;
/** Weight of how often something is requested. */
const oftenShare = 0.1;
/** Weight of the nearest phrase, relative to all other text about an action. */
const nearestShare = 2;
const fuzzyFrom = 5;

/** Ranks actions for a phrase in everyday words: English, German, and the common words of five other languages. */
export class ActionSearch {
  readonly #actions: ReadonlyMap<string, Action>;
  readonly #phrases: readonly Heard[];
  readonly #terms = new Set<string>();
  /** Terms of actions and tasks. */
  #own: ReadonlySet<string> = new Set();
  /** Words that only things outside of Outbound have, such as WhatsApp, with what they belong to. */
  readonly #foreign = new Map<string, Set<string>>();
  /** Number of recorded phrases per action. */
  readonly #heard = new Map<string, number>();
  #made?: MiniSearch<Entry>;
  readonly #intent: Intent;

  constructor(actions: ReadonlyMap<string, Action>, phrases: readonly Heard[] = heardPhrases) {
    this.#actions = actions;
    this.#phrases = phrases;
    this.#intent = new Intent(actions, phrases);
  }

  find(query: string, isAllowed: (action: Action) => boolean): Found {
    const hits = this.#search(query);
    const best = hits[0]?.score ?? 0;
    const taskHit = hits.find(({ of }) => of.startsWith(taskPrefix));
    const task = taskHit && taskHit.score >= best * taskShare ? taskOf(taskHit.of) : undefined;
    const refused = this.#refusedBy(query, hits);
    const actions = hits.flatMap(({ of }) => this.#actions.get(of) ?? []).filter(isAllowed);
    return { actions, ...(task && { task }), ...(refused && { notOffered: refused }) };
  }

  /** Something that Outbound does not do, if that is nearer to the query than any action. */
  #refusedBy(query: string, hits: readonly { of: string; score: number }[]): NotOffered | undefined {
    const asked = [...new Set(wordsOf(query).flatMap((word) => termOf(word) ?? []))];
    const foreignIn = (of: string) => asked.some((term) => this.#foreign.get(term)?.has(of));
    const unknown = asked.filter((term) => !this.#own.has(term)).length;
    const weight = unknownWeights[Math.min(unknown, unknownWeights.length - 1)]!;
    const scored = hits
      .filter(({ of }) => of.startsWith(noPrefix))
      .map(({ of, score }) => ({ of, score: score * (foreignIn(of) ? foreignWeight : weight) }))
      .toSorted((one, other) => other.score - one.score);
    const best = hits.find(({ of }) => !of.startsWith(noPrefix))?.score ?? 0;
    const isStrange = unknown >= strangeFrom && unknown >= asked.length / 2;
    const [nearest] = scored;
    const of =
      nearest !== undefined && nearest.score >= best ? nearest.of : isStrange ? `${noPrefix}general` : undefined;
    return notOffered.find(({ id }) => noPrefix + id === of);
  }

  /**
   * Ranks entries that match more of the words above those that match one word well, by the contract and the nearest
   * phrase.
   */
  #search(query: string): { of: string; score: number }[] {
    const [own, nearest] = [new Map<string, number>(), new Map<string, number>()];
    for (const { of, isPhrase, score, queryTerms } of this.#hits(query)) {
      const scores = isPhrase ? nearest : own;
      scores.set(of, Math.max(scores.get(of) ?? 0, score * Math.sqrt(queryTerms.length)));
    }
    const oftenOf = (of: string) => 1 + oftenShare * Math.log(1 + (this.#heard.get(of) ?? 0));
    const scoreOf = (of: string) => oftenOf(of) * ((own.get(of) ?? 0) + nearestShare * (nearest.get(of) ?? 0));
    const fit = this.#intent.fitOf(query);
    const found = [...new Set([...own.keys(), ...nearest.keys()])].map((of) => ({ of, score: scoreOf(of) * fit(of) }));
    return found.sort((a, b) => b.score - a.score);
  }

  #hits(query: string) {
    return this.#index.search(query, { processTerm: (word) => askedTermOf(word, (term) => this.#terms.has(term)) });
  }

  /** Built on first use, because it takes a moment and some memory. */
  get #index(): MiniSearch<Entry> {
    this.#made ??= this.#make();
    return this.#made;
  }

  #make(): MiniSearch<Entry> {
    const made = new MiniSearch<Entry>({
      fields,
      idField: 'id',
      storeFields: ['of', 'isPhrase'],
      tokenize: wordsOf,
      processTerm: (word) => this.#kept(termOf(word)),
      searchOptions: {
        boost,
        prefix: (term) => term.length >= fuzzyFrom,
        fuzzy: (term) => (term.length >= fuzzyFrom ? 0.2 : false),
      },
    });
    const heardFor = Map.groupBy(
      this.#phrases.flatMap(({ phrase, meant }) => meant.map((of) => ({ of, phrase }))),
      ({ of }) => of,
    );
    const index = (entry: Entry, own: readonly string[]) => {
      const asked = heardFor.get(entry.of)?.map(({ phrase }) => phrase) ?? [];
      const phrases = [...own, ...asked];
      this.#heard.set(entry.of, asked.length);
      made.addAll([{ ...entry, phrases: phrases.join(', ') }, ...entriesOf(entry.of, phrases)]);
    };
    for (const action of this.#actions.values()) index(entryOf(action), phrasesOf(action.name));
    for (const { id, title, phrases } of personTasks) {
      const of = taskPrefix + id;
      index({ ...nothing, id: of, of, title }, phrases.split(','));
    }
    this.#own = new Set(this.#terms);
    for (const { id, what, phrases } of notOffered) {
      const of = noPrefix + id;
      for (const term of wordsOf(phrases.join(' ')).flatMap((word) => termOf(word) ?? []))
        if (!this.#own.has(term)) this.#foreign.set(term, (this.#foreign.get(term) ?? new Set()).add(of));
      index({ ...nothing, id: of, of, title: what }, phrases);
    }
    return made;
  }

  #kept(term: ReturnType<typeof termOf>): ReturnType<typeof termOf> {
    for (const one of [term ?? []].flat()) this.#terms.add(one);
    return term;
  }
}

function taskOf(id: string): PersonTask | undefined {
  return personTasks.find((task) => taskPrefix + task.id === id);
}
