import { ownerOfFault } from '../sending/owner-of-fault.ts';
import type { SetupFailure } from './setup-failure.ts';

interface Provider {
  hosts: RegExp;
  /** Advice if the provider rejects the password. */
  advice: string;
  /** Where to enable IMAP. */
  imapSwitch: string;
}

/** Providers that require something other than the account's password, according to their help pages. */
const providers: Provider[] = [
  {
    hosts: /(^|\.)(gmail|googlemail|google)\.com$/,
    advice:
      'Google takes no account passwords here: connect the mailbox with Google in the application, or make an app password at myaccount.google.com/apppasswords and enter that.',
    imapSwitch: 'in Gmail under Settings, Forwarding and POP/IMAP',
  },
  {
    hosts: /(^|\.)(office365|outlook|hotmail|live)\.com$/,
    advice: 'Microsoft takes no passwords here any more: connect the mailbox with Microsoft in the application.',
    imapSwitch: 'for this mailbox in the Microsoft 365 admin center under Mail, Manage email apps',
  },
  {
    hosts: /(^|\.)(yahoo\.[a-z.]+|yahoodns\.net|aol\.com)$/,
    advice:
      'Yahoo takes no account passwords here: make an app password under Account security and enter that in place of it.',
    imapSwitch: 'in the account’s settings',
  },
  {
    hosts: /(^|\.)(me|icloud|mail\.me)\.com$/,
    advice: 'Apple takes no account passwords here: make an app-specific password at account.apple.com and enter that.',
    imapSwitch: 'in the settings of iCloud Mail',
  },
  {
    hosts: /(^|\.)(gmx\.[a-z.]+|web\.de|mail\.com)$/,
    advice:
      'The provider refuses user name and password: use the full address as user name, and switch on POP3 and IMAP access in its settings.',
    imapSwitch: 'in the mailbox’s settings under POP3 and IMAP',
  },
  {
    hosts: /(^|\.)(zoho\.[a-z.]+|fastmail\.com|yandex\.[a-z]+)$/,
    advice: 'The provider takes app passwords only: make one in its security settings and enter it.',
    imapSwitch: 'in the mailbox’s settings',
  },
];

const imapIsOff = new RegExp(
  [
    'not enabled for imap|imap (access |service )?(is )?(disabled|not (enabled|allowed|permitted))|',
    'enable imap|authenticated but not connected|(pop3?|imap).{0,20}(disabled|deaktiviert|',
    'nicht aktiviert|désactivé)',
  ].join(''),
  'i',
);

/** Explains in one sentence why sign-in fails and how to fix it. */
export function loginProblem({ protocol, host, text, answerCode, isSignIn }: SetupFailure): string {
  const provider = providers.find(({ hosts }) => hosts.test(host.toLowerCase()));
  if (protocol === 'imap' && imapIsOff.test(text)) {
    return `IMAP is switched off for this account: switch it on ${provider?.imapSwitch ?? 'in its settings at the provider'}.`;
  }
  const { cause, action } = ownerOfFault({ phase: 'login', code: answerCode, text });
  if (cause === 'sign_in_withdrawn' || cause === 'sign_in_not_set_up') return action;
  if (isSignIn) {
    return `${host} does not take this sign-in: sign in with the account that the address belongs to, and have ${protocol.toUpperCase()} allowed for it.`;
  }
  if (cause === 'app_password_needed' || cause === 'password_login_disabled' || cause === 'login_refused') {
    return provider?.advice ?? knownAdvice[cause](host);
  }
  if (cause === 'unreachable' || cause === 'temporary_refusal') {
    return provider?.advice ?? knownAdvice.login_refused(host);
  }
  return action;
}

const knownAdvice = {
  app_password_needed: (host: string) =>
    `${host} wants an app password: make one in the account’s security settings and enter it in place of the password.`,
  password_login_disabled: (host: string) =>
    `${host} takes no passwords: connect the mailbox by signing in with its provider.`,
  login_refused: (host: string) =>
    `${host} refuses user name or password: check both; many providers want the full address as user name.`,
};
