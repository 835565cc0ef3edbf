import { fold } from '../../text/plain-words.ts';
import { monthOf, weekdayOf } from '../dates/month-names.ts';

/** Phrases that refer to another person, in each language. The name follows. */
const turnTo = [
  '(?:ask|contact|try|e-?mail|call|message|ping|reach out to|(?:speak|talk|write|get in touch|check|liaise) (?:to|with)|refer to)',
  '(?:frag(?:en|t)? sie|wend(?:en|e) sie sich(?: bitte| direkt| gerne?| am besten)* an|sprechen sie(?: ' +
    'bitte| direkt| mal| am besten)* mit|kontaktieren sie|schreiben sie(?: bitte| direkt)* an|frag(?:t)?|' +
    'melden sie sich(?: bitte| direkt)* bei)',
  '(?:demandez(?: plutôt)? à|voyez(?: plutôt)?(?: ça)? avec|contactez|contacter|adressez-vous(?: plutôt)? à|écrivez(?: plutôt)? à|voir avec|parlez-en à|rapprochez-vous de)',
  '(?:pregunt(?:a|e|en|ad)(?:le|les)?(?: mejor)? a|habl(?:a|e|en|ad)(?: mejor)? con|contact(?:a|e|en|ad)(?: mejor)? (?:con|a)|escrib(?:e|a|an|id)(?:le)? a|dirígete a|diríjase a)',
  '(?:chied(?:i|a|ete)(?: pure)? a|parl(?:i|a|ate)(?:ne)?(?: pure)? con|sent(?:i|a|ite)(?: pure)?|contatt(?:i|a|ate)(?: pure)?|scriv(?:i|a|ete)(?: pure)? a|rivolgersi a|si rivolga a|rivolgiti a)',
  '(?:vraag(?: het)?(?: even| maar)?(?: aan)?|mail(?: even| maar)?(?: naar| met)?|bel(?: even| maar)? met|neem(?: even| aub| a\\.u\\.b\\.)? contact op met|spreek met|probeer|je moet bij|u moet bij)',
  '(?:fal(?:e|a|em|ar) com(?: o| a)?|pergunt(?:e|a|em)(?: ao| à| a)?|contact(?:e|a|em)(?: o| a)?|contat(?:e|a|em)(?: o| a)?|escrev(?:a|e|am) (?:ao|à|a|para o|para a)|procure(?: o| a)?)',
  '(?:zapytać|pytać|zapytaj(?:cie)?|proszę pytać|napisać do|pisać do|(?:s?kontaktować się|rozmawiać|porozmawiać|kontakt) z|zwrócić się do|skontaktuj(?:cie)? się z|zadzwonić do)',
];
const title =
  '(?:(?:Mr|Mrs|Ms|Dr|Herrn?|Frau|M|Mme|Mlle|Sr|Sra|Don|Doña|Sig|Dott|Ing|Dhr|Mevr|Pana?|Panią|Pani|' +
  'Panem|my colleague|meine Kollegin|meinen Kollegen|ma collègue|mon collègue|mi compañer[oa]|la ' +
  'collega|il collega|mijn collega|o colega|a colega|moją koleżankę|kolegę)\\.? )?';
const named = new RegExp(
  `(?<!\\p{L})(?:${turnTo.join('|')}) (?:bitte |please |por favor |proszę )?${title}(\\p{L}+)`,
  'giu',
);
/** Capitalized words that are not names. */
const noNames = new Set('ihr ihre ihren ihrem ihrer sie you i me us sales support it hr god google siri'.split(' '));

/** True if a sentence refers to a named person: "please ask Maria Weber". */
export function turnsToNamed(sentence: string): boolean {
  if (sentence.trimEnd().endsWith('?')) return false;
  return [...sentence.matchAll(named)].some(([, name]) => {
    const plain = fold(name!);
    return /^\p{Lu}/u.test(name!) && !noNames.has(plain) && !monthOf.has(plain) && !weekdayOf.has(plain);
  });
}
