import { fold } from '../../text/plain-words.ts';
import type { Classification, ReplyClass } from '../reply-classes.ts';
import { newestText } from '../text/newest-text.ts';
import { sentencesOf } from '../text/sentences.ts';
import words from './everyone.json' with { type: 'json' };

/**
 * Words for everyone at the writer's company in an opt-out, by language. In folded text: lower case, ASCII, umlauts
 * spelled out.
 */
const everyone: Record<string, readonly string[]> = words;

const anyone = new RegExp(`\\b(?:${Object.values(everyone).flat().join('|')})`, 'u');

/** Reply classes that can speak for a company. */
export const refusals: readonly ReplyClass[] = ['unsubscribe', 'complaint', 'not_interested'];

/** Words that decline something, in any of the languages. A signature that names the company does not count. */
const refuses = new RegExp(
  [
    String.raw`\b(?:remove|take|delete|unsubscribe|stop|cease|no more|not|never|dont|don't|off|opt ?-?out|block|`,
    String.raw`exclude|leave|nobody|no ?one|none|streich\w*|entfern\w*|loesch\w*|nicht|nie|kein\w*|niemand\w*|`,
    String.raw`abmeld\w*|hoer\w*|auf|austrag\w*|aufhoeren|nehmen|lassen|retir\w*|supprim\w*|enlev\w*|ne|plus|`,
    String.raw`aucun\w*|personne|desinscri\w*|arret\w*|cess\w*|elimin\w*|quit\w*|borr\w*|no|dej\w*|nadie|baja|`,
    String.raw`rimuov\w*|cancell\w*|togli\w*|non|smett\w*|nessun\w*|verwijder\w*|niet|geen|stop\w*|uitschrijv\w*|`,
    String.raw`haal|schrap\w*|remov\w*|retir\w*|nao|parem?|ninguem|usun\w*|wykresl\w*|nie|przesta\w*|wypis\w*|`,
    String.raw`skresl\w*|zaprzesta\w*)\b`,
  ].join(''),
  'u',
);

/** True if the sentence refers to the domain as such: "@acme.example", "anyone at acme.example". */
function namesDomain(sentence: string, domain: string): boolean {
  if (domain === '') return false;
  const at = sentence.indexOf(domain);
  // "www.acme.example" and "anna@acme.example" name a site and a person.
  return at >= 0 && /(?:^|[\s*("'])@?$/u.test(sentence.slice(0, at));
}

/** True if a reply opts out or declines for everyone at the writer's company, not only for the writer. */
export function asksForCompany(
  reply: { subject: string; text: string; original?: string; fromAddress: string },
  { class: replyClass, wish }: Pick<Classification, 'class' | 'wish'>,
): boolean {
  if (wish === 'none' && !refusals.includes(replyClass)) return false;
  const domain = reply.fromAddress.slice(reply.fromAddress.lastIndexOf('@') + 1).toLowerCase();
  const sentences = [reply.subject, ...sentencesOf(newestText(reply.text, reply.original))].map(fold);
  return sentences.some((sentence, index) => {
    const isMeant = anyone.test(sentence) || namesDomain(sentence, domain);
    // "Not for me. Everyone here uses another product" is not an opt-out for everyone.
    const before = wish === 'none' ? '' : (sentences[index - 1] ?? '');
    return isMeant && refuses.test(`${before} ${sentence}`);
  });
}
