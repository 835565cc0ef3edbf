export const passwordLengthMin = 10;
export const passwordLengthMax = 200;

const tooCommon = new Set([
  '1234567890',
  '12345678910',
  '0123456789',
  '9876543210',
  'qwertyuiop',
  'passwordpassword',
  'password123',
  'password1234',
  'password12345',
  'adminadmin',
  'letmeinletmein',
  'welcome123',
  'iloveyou123',
  'qwerty12345',
  'qwertyuiop123',
  'changemechangeme',
]);

/** What is wrong with a new password, in one sentence for the person choosing it; null when it may be used. */
export function passwordProblem(password: string, email: string): string | null {
  if (password.length < passwordLengthMin) return `Use at least ${passwordLengthMin} characters.`;
  if (password.length > passwordLengthMax) return `Use at most ${passwordLengthMax} characters.`;
  const folded = password.toLowerCase();
  if (new Set(folded).size < 3) return 'This repeats the same characters; choose something harder to guess.';
  if (tooCommon.has(folded)) return 'This password is on every list of common passwords; choose another one.';
  const [localPart = ''] = email.toLowerCase().split('@');
  if (folded === email.toLowerCase() || folded === localPart)
    return 'The password must differ from your e-mail address.';
  return null;
}
