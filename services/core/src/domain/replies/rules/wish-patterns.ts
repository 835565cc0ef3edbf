import type { RuleName } from './language-rules.ts';

/**
 * Structure of an opt-out request in any language, built from the words in each language's file. Something is removed
 * from a list, mail ends, mail is unwanted, or no one is to write again. Uses the syntax of text/phrases.ts.
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
  '({notAsked})',
  '({endHere})',
  '({leaveOut})',
  '({closeFile})',
  '({no}) ({again})* ({comeBack})',
  '({no}) _ ({standing}) _ ({lists})',
  '({no}) _ ({lists}) _ ({standing})',
  '({forget}) _ ({ours})',
  '({leave}) _ ({inPeace})',
  '({ours}) _ ({no}) _ ({marketing})',
  '({prefer}) _ ({no}) _ ({receiving}|{beContacted}) _ ({fromYou}|{mails})',
  '({forgetMe})',
  '({pretend}) _ ({firstPerson}|{me}|{ours}) _ ({exist})',
  '({spare}) _ ({nextOne}|{mails})',
  '({nextOne}) _ ({spare})',
  '({refrain})',
  '({nothingMore}) _ ({fromYou}) _ ({inbox})',
  '({inbox}) _ ({nothingMore}) _ ({fromYou})',
  '({inPeace}) _ ({leave})',
  '({removeMe})',
  '({keepOut}) _ ({campaigns})',
  '({campaigns}) _ ({keepOut})',
  '({withdraw}) _ ({myConsent})',
  '({myConsent}) _ ({withdraw})',
  '({no}) _ ({beContacted}) _ ({again})',
];

/** Phrases that often mean a permanent goodbye, but may mean one for today. A person is asked. */
export const wishPerhapsPatterns = [
  '({leaveItThere})',
  '({timesEnough})',
  '({no}) _ ({knock})',
  '({lastMail})',
  '({letBe}) _ ({theLast})',
  '({silence})',
];

/** A person who tried to unsubscribe by the link has opted out, although users of the product also talk about links. */
export const brokenLinkPatterns = [
  '({optOutLink}) _ ({no})',
  '({clicked}) _ ({optOutLink})',
  '({optOutLink}) _ ({clicked})',
];

/** A threat with lawyers, or words for spammers. */
export const complaintPatterns = [
  '({nextOne}) _ ({mails}) _ ({lawyers})',
  '({hearFrom}) _ ({lawyers})',
  '({bunch}) ({spammers})',
  '({reporting}) _ ({authority})',
  '({authority}) _ ({reporting})',
];

/** An opt-out if it is the entire message or clause: "out of your list, please", "stop this now". */
export const wishAlonePatterns = [
  '({polite})* ({off}) ({lists}) ({polite})*',
  '({polite})* ({halt}) ({this}) ({polite})*',
  '({polite})* ({no}) ({mails}) ({again})? ({polite})*',
  '({polite})* ({removal}) ({polite})*',
  '({polite})* ({removal}) _ ({lists}) ({polite})*',
  '({polite})* ({removal}) ({me}) ({polite})*',
  '({polite})* ({me}) ({removal}) ({polite})*',
];

/** Removal from the copy of a mail. It ends nothing and names no one to contact instead. */
export const offCopyPatterns = ['({removing}) _ ({copy})'];

/** Topics of an opt-out phrased as a question. Without one of them, the question is about the product. */
export const ofMailPatterns = ['({firstPerson}|{me}|{ours}|{mails}|{writing}|{fromYou})'];

/** Any mention that someone wrote, or of being on a list. */
export const ofContactPatterns = ['({mails}|{writing}|{fromYou}|{lists}|{nextOne}|{inbox}|{comeBack})'];

/** Not about mail: a missing attachment, unwanted paper, or an unsuitable time for a call. */
export const notMailPatterns = [
  '({document}) _ ({no}) _ ({receiving})',
  '({no}) _ ({receiving}) _ ({document})',
  '({no}) _ ({mails}|{receiving}|{writing}) _ ({document})',
  '({no}) _ ({wanting}) _ ({things})',
  '({no}) ({things})',
  '({no}) _ ({writing}) _ ({dayPart})',
];

/** Not an opt-out: statements about other people, about the author's own reading, or about a few weeks only. */
export const noWishPatterns = [
  '({removal}|{halt}|{signedOff}) _ ({fromOthers})',
  '({fromOthers}) _ ({removal}|{halt}|{signedOff})',
  '({iRead}) _ ({mails})',
  '({mails}) _ ({iRead})',
  '({no}) _ ({writing}) _ ({nextTime})',
  '({nextTime}) _ ({no}) _ ({writing})',
  '({notYet}) _ ({receiving}|{mails})',
  '({receiving}) _ ({notYet})',
  '({no}) ({forget}) _ ({ours})',
  '({no}) ({forgetMe})',
  '({forgetMe}) ({no})',
  '(dont|never|non|nao|nie) ({removeMe})',
  '({removeMe}) (bitte|maar|doch)? (nicht|niet)',
  '({removal}) _ ({contractEnd}) _ ?',
  '({contractEnd}) _ ({removal}) _ ?',
  '^ ({others}) _ ({mails})',
  '({nextTime}) _ ({no}) ({mails})',
  '({howYouDo})',
  ...notMailPatterns,
  ...offCopyPatterns,
];

/** Patterns of other classes in every language, in addition to each language's own phrases. */
export const otherPatterns: Partial<Record<RuleName, string[]>> = {
  absent: ['({onHoliday})'],
  interested: ['({goodTiming})', '({startWith})'],
  referral: ['({handles}) _ emailaddress', 'emailaddress _ ({handles})', '({letThemKnow})'],
  wrongPerson: ['({meanAnother})'],
  notNow: ['({no}) _ ({writing}) _ ({nextTime})', '({nextTime}) _ ({no}) _ ({writing}|{mails})'],
  meeting: ['({comeBy})'],
  notInterested: ['({staying}) _ ({current})', '({theAnswer})', '({notOurs})'],
};

/** Already decided, for another vendor or an existing solution. */
export const choseAnotherPatterns = ['({chose}) _ ({another})', '({weAre}) ({veryNow})* ({satisfied})'];

/** Written only by programs: a receipt with a number. */
export const receiptPatterns = ['({received}) _ ({underNumber})', '({underNumber}) _ ({received})'];

/** Praise for the timing, which only interested people express. */
export const eagerPatterns = ['({eager})'];

/** A question about the price. */
export const pricePatterns = ['({whatPrice})'];

/** A negation. A clause with one makes no request. */
export const negationPatterns = ['({no})'];

/** Away or not reading until some day. An absence if a return date is named. */
export const unreadPatterns = [
  '({no}) _ ({iRead})',
  '({iRead}) _ ({no}) _ ({mails})',
  '({iRead}) _ ({nextTime})',
  '({away})',
];

/** A request to write to someone else instead. */
export const writeToOthersPatterns = ['({writing}) _ ({toOthers})'];

/** Across two sentences: "How do you have my address? Please delete it." */
export const wishPatternsAcross = ['({ours}) _ ({removal}) _ ({it})', '({ours}) _ ({it}) _ ({removal})'];
