import type { RuleName } from './language-rules.ts';

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

/** What often is a goodbye for good and may be one for today: a person is asked. */
export const wishPerhapsPatterns = [
  '({leaveItThere})',
  '({timesEnough})',
  '({no}) _ ({knock})',
  '({lastMail})',
  '({letBe}) _ ({theLast})',
  '({silence})',
];

/** Who has tried to sign off by the link has said it, though links are what the product's users talk of as well. */
export const brokenLinkPatterns = [
  '({optOutLink}) _ ({no})',
  '({clicked}) _ ({optOutLink})',
  '({optOutLink}) _ ({clicked})',
];

/** A threat with lawyers, or what spammers are called. */
export const complaintPatterns = [
  '({nextOne}) _ ({mails}) _ ({lawyers})',
  '({hearFrom}) _ ({lawyers})',
  '({bunch}) ({spammers})',
  '({reporting}) _ ({authority})',
  '({authority}) _ ({reporting})',
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

/** Somebody is taken out of the copy of a mail: that ends nothing, and names nobody to turn to. */
export const offCopyPatterns = ['({removing}) _ ({copy})'];

/** What a wish that is put as a question speaks of; without it, it asks what the product does. */
export const ofMailPatterns = ['({firstPerson}|{me}|{ours}|{mails}|{writing}|{fromYou})'];

/** That somebody wrote, or on which list one stands, is spoken of at all. */
export const ofContactPatterns = ['({mails}|{writing}|{fromYou}|{lists}|{nextOne}|{inbox}|{comeBack})'];

/** An attachment is missing, paper is not wanted, a call in the morning does not suit: that is not about mail. */
export const notMailPatterns = [
  '({document}) _ ({no}) _ ({receiving})',
  '({no}) _ ({receiving}) _ ({document})',
  '({no}) _ ({mails}|{receiving}|{writing}) _ ({document})',
  '({no}) _ ({wanting}) _ ({things})',
  '({no}) ({things})',
  '({no}) _ ({writing}) _ ({dayPart})',
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

/** What other classes are made of in every language, beside each language's own phrases. */
export const otherPatterns: Partial<Record<RuleName, string[]>> = {
  absent: ['({onHoliday})'],
  interested: ['({goodTiming})', '({startWith})'],
  referral: ['({handles}) _ emailaddress', 'emailaddress _ ({handles})', '({letThemKnow})'],
  wrongPerson: ['({meanAnother})'],
  notNow: ['({no}) _ ({writing}) _ ({nextTime})', '({nextTime}) _ ({no}) _ ({writing}|{mails})'],
  meeting: ['({comeBy})'],
  notInterested: ['({staying}) _ ({current})', '({theAnswer})', '({notOurs})'],
};

/** Decided already, for somebody else or for what one has. */
export const choseAnotherPatterns = ['({chose}) _ ({another})', '({weAre}) ({veryNow})* ({satisfied})'];

/** What only a program writes: that it was received, under a number. */
export const receiptPatterns = ['({received}) _ ({underNumber})', '({underNumber}) _ ({received})'];

/** What is said of a good moment only by those who are interested. */
export const eagerPatterns = ['({eager})'];

/** A price is asked for. */
export const pricePatterns = ['({whatPrice})'];

/** Not this: a clause with it asks for nothing. */
export const negationPatterns = ['({no})'];

/** Not there or not reading until a day: an absence, where a day of return is named. */
export const unreadPatterns = [
  '({no}) _ ({iRead})',
  '({iRead}) _ ({no}) _ ({mails})',
  '({iRead}) _ ({nextTime})',
  '({away})',
];

/** To write to somebody else instead. */
export const writeToOthersPatterns = ['({writing}) _ ({toOthers})'];

/** Over two sentences: "How do you have my address? Please delete it." */
export const wishPatternsAcross = ['({ours}) _ ({removal}) _ ({it})', '({ours}) _ ({it}) _ ({removal})'];
