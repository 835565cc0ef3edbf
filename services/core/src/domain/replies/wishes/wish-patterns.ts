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
];

/** Over two sentences: "How do you have my address? Please delete it." */
export const wishPatternsAcross = ['({ours}) _ ({removal}) _ ({it})', '({ours}) _ ({it}) _ ({removal})'];
