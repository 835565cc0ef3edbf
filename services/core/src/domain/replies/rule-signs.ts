import type { RuleName } from './rules/language-rules.ts';
import { firstMatch, matchRule } from './rules/rule-set.ts';
import type { PlainReply } from './text/plain-reply.ts';

/** Rules that are informative wherever they match, regardless of their own class. */
const telling: readonly RuleName[] = [
  'leftCompany',
  'referral',
  'choseAnother',
  'wrongPerson',
  'notNow',
  'notInterested',
  'eager',
  'meeting',
  'interested',
  'price',
  'question',
  'absent',
  'unread',
  'automatic',
  'receipt',
  'wish',
  'wishPerhaps',
  'wishAlone',
  'complaint',
  'noComplaint',
  'ofContact',
  'noWish',
  'noWishBuilt',
];
const wishing: readonly RuleName[] = ['wish', 'wishPerhaps'];
const lengths = [4, 10, 25];

/** Signs in a reply in addition to its words. The weight of each sign is learned; see learned/. */
export function signsOf(plain: PlainReply): string[] {
  const { sentences, plainSubject } = plain;
  const words = sentences.join(' ').split(' ').length;
  const shown: [name: string, isShown: boolean][] = [
    ['asks', sentences.some((one) => one.endsWith('?'))],
    ['asksLast', sentences.at(-1)?.endsWith('?') ?? false],
    ['date', plain.hasReturn],
    ['forwarded', plain.isForwarded],
    ['named', plain.isPersonNamed],
    ['empty', sentences.length === 0],
  ];
  return [
    ...telling.filter((rule) => firstMatch(rule, [plainSubject, ...sentences]) !== null),
    ...shown.filter(([, isShown]) => isShown).map(([name]) => name),
    `length ${lengths.filter((length) => words >= length).length}`,
  ];
}

/**
 * True if the words of an opt-out are used for something else. Wishing phrases are checked only if `isHeard` is true,
 * meaning that the rules found an opt-out.
 */
export function isWishDenied({ sentences }: PlainReply, isHeard: boolean): boolean {
  const isSaid = (rules: readonly RuleName[], plain: string) => rules.some((rule) => matchRule(rule, plain) !== null);
  const isDenied = sentences.some((plain) => {
    if (isSaid(['offCopy', 'notMail'], plain)) return true;
    return isHeard && isSaid(wishing, plain) && isSaid(['noWish', 'noWishBuilt'], plain);
  });
  return isDenied || (sentences.length > 0 && sentences.every(asksOfProduct));
}

/** True for a question that is not about emailing anyone. */
function asksOfProduct(plain: string): boolean {
  return plain.endsWith('?') && firstMatch('ofMail', [plain]) === null;
}
