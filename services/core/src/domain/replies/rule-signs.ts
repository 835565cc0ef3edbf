import type { RuleName } from './rules/language-rules.ts';
import { firstMatch, matchRule } from './rules/rule-set.ts';
import type { PlainReply } from './text/plain-reply.ts';

/** Rules that say something by matching anywhere, whatever class they were written for. */
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

/** What shows in a reply beside its words: how far each of it is to be trusted is learned, see learned/. */
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

/** Whether something else than a wish is said in a wish's words, which are looked for where `isHeard` says that there are any. */
export function isWishDenied({ sentences }: PlainReply, isHeard: boolean): boolean {
  const isSaid = (rules: readonly RuleName[], plain: string) => rules.some((rule) => matchRule(rule, plain) !== null);
  const isDenied = sentences.some((plain) => {
    if (isSaid(['offCopy', 'notMail'], plain)) return true;
    return isHeard && isSaid(wishing, plain) && isSaid(['noWish', 'noWishBuilt'], plain);
  });
  return isDenied || (sentences.length > 0 && sentences.every(asksOfProduct));
}

/** A question that is not about writing to anybody. */
function asksOfProduct(plain: string): boolean {
  return plain.endsWith('?') && firstMatch('ofMail', [plain]) === null;
}
