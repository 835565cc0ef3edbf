export const passwordLengthMin = 10;
export const passwordLengthMax = 200;

/** Words missing from the estimator's lists, which are in English and do not include the product's name. */
const furtherCommonWords = [
  'passwort',
  'willkommen',
  'geheim',
  'motdepasse',
  'bienvenue',
  'contraseña',
  'contrasena',
  'bienvenido',
  'qwertz',
  'qwertzuiop',
  'azerty',
  'azertyuiop',
  'wachtwoord',
  'welkom',
  'benvenuto',
  'senha',
  'hasło',
  'haslo',
  'outbound',
  'prospecting',
];
/** Guesses that the estimator considers safe against throttled attacks. Sign-in is throttled here. */
const guessesMin = 100_000_000;
const personalLengthMin = 4;
const addedCharactersMin = 6;
const personalProblem = 'The password must differ from your e-mail address.';
const commonProblem =
  'This password is among the first that are tried. Choose another one, for example four words that have nothing to do with each other.';
/** Limit on the judged characters, because the time grows with the square of the length. */
const judgedLength = 40;

type Estimate = (password: string) => number;
let estimator: Promise<Estimate> | undefined;

/** Loaded when the first password is chosen, because its lists take 25 MB. */
async function loadEstimator(): Promise<Estimate> {
  const { ZxcvbnFactory } = await import('@zxcvbn-ts/core');
  const { adjacencyGraphs, dictionary } = await import('@zxcvbn-ts/language-common');
  const zxcvbn = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
  return (password) => zxcvbn.check(password, furtherCommonWords).guesses;
}

/** Problem with a new password, in one sentence for the user. Null if it is acceptable. */
export async function passwordProblem(password: string, email: string): Promise<string | null> {
  if (password.length < passwordLengthMin) return `Use at least ${passwordLengthMin} characters.`;
  if (password.length > passwordLengthMax) return `Use at most ${passwordLengthMax} characters.`;
  if (isNearAddress(password.toLowerCase(), email.toLowerCase())) return personalProblem;
  estimator ??= loadEstimator();
  const estimate = await estimator;
  return estimate(password.slice(0, judgedLength)) < guessesMin ? commonProblem : null;
}

/** True if little remains of the password without the email address, its local part, and the names in it. */
function isNearAddress(folded: string, address: string): boolean {
  const [localPart = ''] = address.split('@');
  const parts = [address, localPart, ...address.split(/[@.+_-]/)].filter((part) => part.length >= personalLengthMin);
  const rest = parts.reduce((text, part) => text.replaceAll(part, ''), folded);
  return rest !== folded && rest.length < addedCharactersMin;
}
