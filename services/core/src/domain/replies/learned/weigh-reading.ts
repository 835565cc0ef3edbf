import type { RuleReading } from '../read-by-rules.ts';
import { type Guess, type ReplyClass, stopping, type Wish } from '../reply-classes.ts';

// Measured with `npm run learn-replies judge`, by weights that learned from other families of texts.

/** Minimum likelihood of an opt-out that suppresses immediately, by what the rules found. */
const suppressMin: Record<Wish, number> = { clear: 0.75, doubtful: 0.75, none: 0.9 };

/** Minimum likelihood of an opt-out at which the sequence stops and a person is asked. */
const askMin = 0.25;

/** The same for automatic mail in which the rules find an opt-out. The texts to learn from have none. */
const askAboutProgramMin = 0.15;

/** Below this likelihood, the likeliest class is not stated: the reply is unclear. An opt-out says more about a person. */
const statedMin = { wish: 0.6, other: 0.4 };

/** Minimum likelihood of a class that lets the sequence continue, if only the words suggest it. */
const continueMin = 0.9;

const guessesMax = 2;
const ofMachines: readonly ReplyClass[] = ['out_of_office', 'auto_reply', 'left_company'];

interface Circumstances {
  hasReturn: boolean;
  /** True if the mail is marked as automatic. */
  isMachine: boolean;
}

export interface Weighed {
  class: ReplyClass;
  /** 0 to 1: measured likelihood of the class. */
  confidence: number;
  wish: Wish;
  /** The two likeliest classes of an unclear reply, the likelier first. Otherwise empty. */
  guesses: Guess[];
}

/** Probability of each class. */
type Likelihoods = Map<ReplyClass, number>;

function wishIn(likelihoods: Likelihoods): number {
  return stopping.reduce((sum, name) => sum + (likelihoods.get(name) ?? 0), 0);
}

/** True if automatic mail may contain a person's opt-out. The words are read as if a person wrote them. */
export function isWishOfProgram(reading: RuleReading, likelihoods: Likelihoods): boolean {
  return stopping.includes(reading.class) && wishIn(likelihoods) >= askAboutProgramMin;
}

/**
 * Likeliest class by the words, with the findings of the rules as signs among them. The likelihood of an opt-out decides
 * whether to suppress, to ask a person, or neither. The words alone rarely produce a class that lets the sequence
 * continue.
 */
export function weighReading(reading: RuleReading, likelihoods: Likelihoods, circumstances: Circumstances): Weighed {
  if (circumstances.isMachine) return weighProgram(likelihoods);
  const of = (name: ReplyClass) => likelihoods.get(name) ?? 0;
  const wish = wishIn(likelihoods);
  const heard = of('complaint') > of('unsubscribe') ? 'complaint' : 'unsubscribe';
  if (wish >= suppressMin[reading.wish]) return { class: heard, confidence: wish, wish: 'clear', guesses: [] };
  const isOpen = (name: ReplyClass) => {
    if (stopping.includes(name) || name === 'bounce') return false;
    if (!ofMachines.includes(name) || name === 'left_company' || name === reading.class) return true;
    return (name === 'out_of_office' && circumstances.hasReturn) || of(name) >= continueMin;
  };
  const others = replyGuesses(likelihoods, isOpen);
  const guesses = [...others, { class: heard, confidence: wish } as const].sort(byConfidence);
  const [best] = guesses;
  const asks: Wish = wish >= askMin ? 'doubtful' : 'none';
  if (best!.confidence >= statedMin[stopping.includes(best!.class) ? 'wish' : 'other'])
    return { ...best!, wish: asks, guesses: [] };
  const named = guesses.filter((guess) => guess.class !== 'unclassified').slice(0, guessesMax);
  return { class: 'unclassified', confidence: best!.confidence, wish: asks, guesses: named };
}

function weighProgram(likelihoods: Likelihoods): Weighed {
  const [best] = replyGuesses(likelihoods, (name) => ofMachines.includes(name)).sort(byConfidence);
  return { ...best!, wish: 'none', guesses: [] };
}

function replyGuesses(likelihoods: Likelihoods, isOpen: (name: ReplyClass) => boolean): Guess[] {
  return [...likelihoods].filter(([name]) => isOpen(name)).map(([name, confidence]) => ({ class: name, confidence }));
}

function byConfidence(a: Guess, b: Guess): number {
  return b.confidence - a.confidence;
}
