import type { RuleName } from '../rules/language-rules.ts';

/**
 * How a wish to be left alone is built in every language, of the words that each language's file names: something is removed
 * from a place, an end is put to mail, mail is not wanted, nobody is to write again. In the language of text/phrases.ts.
 */
export const wishPatterns = [
  '({removal}) _ ({ours}|{lists})',
  '({ours}|{lists}) _ ({removal})',
  '({halt}) _ ({mails}|{writing})',
  '({no}) _ ({writing}) _ ({again})',
  '({no}) _ ({again}) _ ({mails}|{writing})',
  '({no}) _ ({wanting}) _ ({mails}|{writing})',
  '({mails}) _ ({no}) _ ({wanting})',
  '({mails}) _ ({wanting}) _ ({no})',
  '({mails}|{writing}) _ ({unwelcome})',
  '({writing}) _ ({no}) _ ({again})',
  '({writing}) _ ({again}) _ ({no})',
  '({no}) _ ({receiving}) _ ({fromYou})',
  '({no}) _ ({fromYou}) _ ({receiving})',
  '({removal}) _ ({aboutMe})',
  '({no}) _ ({keeping}) _ ({ours}|{aboutMe})',
  '({letBe}) _ ({lastMail})',
  '({objecting}) _ ({marketing})',
  '({no}) _ ({wanting}) _ ({beContacted})',
  '({wanting}) _ ({no}) _ ({beContacted})',
  '({enough}) ({ofThese})* ({mails})',
  '({dispense}) _ ({mails}|{fromYou})',
  '({mails}|{fromYou}) _ ({dispense})',
  '({already}) _ ({signedOff})',
  '({signedOff}) _ ({already})',
  '({receiving}) _ ({no}) _ ({again}) _ ({fromYou})',
  '({no}) _ ({consenting}) _ ({marketing})',
  '({marketing}) _ ({no}) _ ({consenting})',
  '({marketing}) _ ({consenting}) _ ({no})',
  '({ours}) _ ({belonging}) _ ({lists})',
  '({wanting}) _ ({no}) _ ({mails})',
  '({no}) ({desire}) _ ({mails}|{receiving})',
  '({again}) _ ({no}) _ ({writing})',
  '({forget}) _ ({ours})',
  '({leave}) _ ({inPeace})',
  '({ours}) _ ({no}) _ ({marketing})',
];

/** A threat with lawyers, or what spammers are called. */
export const complaintPatterns = [
  '({nextOne}) _ ({mails}) _ ({lawyers})',
  '({hearFrom}) _ ({lawyers})',
  '({bunch}) ({spammers})',
];

/** A message or a clause of no more than this: "out of your list, please", "stop this now". */
export const wishAlonePatterns = [
  '({polite})* ({off}) ({lists}) ({polite})*',
  '({polite})* ({halt}) ({this}) ({polite})*',
  '({polite})* ({no}) ({mails}) ({again})? ({polite})*',
  '({polite})* ({removal}) ({polite})*',
  '({polite})* ({removal}) _ ({lists}) ({polite})*',
  '({polite})* ({removal}) ({me}) ({polite})*',
  '({polite})* ({me}) ({removal}) ({polite})*',
];

/** What is said of others, of one's own reading, or for some weeks only. */
export const noWishPatterns = [
  '({removal}|{halt}|{signedOff}) _ ({fromOthers})',
  '({fromOthers}) _ ({removal}|{halt}|{signedOff})',
  '({iRead}) _ ({mails})',
  '({mails}) _ ({iRead})',
  '({no}) _ ({writing}) _ ({nextTime})',
  '({nextTime}) _ ({no}) _ ({writing})',
  '({notYet}) _ ({receiving}|{mails})',
  '({receiving}) _ ({notYet})',
  '({no}) ({forget})',
  '({removal}) _ ({contractEnd}) _ ?',
  '({contractEnd}) _ ({removal}) _ ?',
  '^ ({others}) _ ({mails})',
  '({nextTime}) _ ({no}) ({mails})',
];

/** What other classes are made of in every language, beside each language's own phrases. */
export const otherPatterns: Partial<Record<RuleName, string[]>> = {
  referral: ['({handles}) _ emailaddress', 'emailaddress _ ({handles})'],
  notNow: ['({no}) _ ({writing}) _ ({nextTime})', '({nextTime}) _ ({no}) _ ({writing}|{mails})'],
  notInterested: ['({staying}) _ ({current})', '({theAnswer})', '({chose}) _ ({another})'],
};

/** Not reading until a day: an absence, where a day of return is named. */
export const unreadPatterns = ['({no}) _ ({iRead})', '({iRead}) _ ({no}) _ ({mails})', '({iRead}) _ ({nextTime})'];

/** To write to somebody else instead. */
export const writeToOthersPatterns = ['({writing}) _ ({toOthers})'];

/** Over two sentences: "How do you have my address? Please delete it." */
export const wishPatternsAcross = ['({ours}) _ ({removal}) _ ({it})', '({ours}) _ ({it}) _ ({removal})'];
