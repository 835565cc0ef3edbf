import { languagesOf } from '../../text/languages.ts';
import type { Wish } from '../reply-classes.ts';
import type { RuleName } from '../rules/language-rules.ts';
import { matchRule, mendTypingErrors } from '../rules/rule-set.ts';

export interface WishReading {
  wish: Wish;
  isComplaint: boolean;
}

/** Word limit of a message in which an opt-out of one or two words counts. */
const shortMessageWordsMax = 14;

export function readWish(sentences: string[], clauses: string[], subject: string): WishReading {
  const complaint = firstOf(sentences, (plain) =>
    inItsLanguage('noComplaint', plain) === null ? inItsLanguage('complaint', plain) : null,
  );
  if (complaint !== null) return { wish: 'clear', isComplaint: true };
  const clear = clearWish(sentences, clauses, subject) ?? mistypedWish(sentences, subject);
  if (clear !== null) return { wish: 'clear', isComplaint: false };
  const doubtful = firstOf(
    [subject, ...sentences],
    (plain) => matchRule('wish', plain) ?? matchRule('wishPerhaps', plain),
  );
  return { wish: doubtful === null ? 'none' : 'doubtful', isComplaint: false };
}

function clearWish(sentences: string[], clauses: string[], subject: string): string | null {
  const words = sentences.join(' ').split(' ').filter(Boolean).length;
  if (matchRule('wishAlone', subject) !== null) return subject;
  if (words <= shortMessageWordsMax) {
    const alone = firstOf([...sentences, ...clauses], (plain) => matchRule('wishAlone', plain));
    if (alone !== null) return alone;
    if (matchRule('wish', subject) !== null && matchRule('noWish', subject) === null) return subject;
  }
  const pairs = sentences.slice(1).map((plain, index) => `${sentences[index]} ${plain}`);
  return (
    firstOf(sentences, (plain) => wishIn(plain, clauses)) ?? firstOf(pairs, (pair) => inItsLanguage('wishAcross', pair))
  );
}

/** Only in short messages. In longer ones, an unknown word is more likely a name than a typing error. */
function mistypedWish(sentences: string[], subject: string): string | null {
  if (sentences.join(' ').split(' ').length > shortMessageWordsMax) return null;
  const mended = sentences.map(mendTypingErrors);
  return mended.join(' ') === sentences.join(' ') ? null : clearWish(mended, mended, subject);
}

function wishIn(plain: string, clauses: string[]): string | null {
  const tried = plain.endsWith('?') ? null : inItsLanguage('brokenLink', plain);
  if (tried !== null) return tried;
  if (matchRule('noWish', plain) !== null || inItsLanguage('noWishBuilt', plain) !== null) return null;
  if (plain.endsWith('?') && inItsLanguage('ofMail', plain) === null) return null;
  const found = inItsLanguage('wish', plain);
  if (found === null || inItsLanguage('writeToOthers', plain) === null) return found;
  // "It is no longer mine, please write to my colleague": only a separate clause is an opt-out.
  return clauses.some((clause) => plain.includes(clause) && matchRule('wish', clause) !== null) ? found : null;
}

/** A long sentence reveals its language, and words of other languages in it mean something else. */
function inItsLanguage(name: RuleName, plain: string): string | null {
  return matchRule(name, plain, languagesOf(plain));
}

function firstOf(sentences: string[], match: (plain: string) => string | null): string | null {
  for (const sentence of sentences) {
    const found = match(sentence);
    if (found !== null) return found;
  }
  return null;
}
