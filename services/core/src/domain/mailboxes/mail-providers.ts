/** Providers whose mailboxes are connected by signing in (OAuth). */
export const mailProviders = ['google', 'microsoft'] as const;
export type MailProvider = (typeof mailProviders)[number];

interface ProviderFacts {
  label: string;
  authorizeUrl: string;
  tokenUrl: string;
  /** `host:port`. */
  smtpHost: string;
  imapHost: string;
  /** Minimal scopes for SMTP, IMAP, and the address of the signed-in account. */
  scopes: readonly string[];
  /** Parameters that make the provider also issue a refresh token. */
  consentParameters: Readonly<Record<string, string>>;
}

/** https://developers.google.com/workspace/gmail/imap/xoauth2-protocol, and Microsoft's "Authenticate an IMAP, POP or SMTP connection using OAuth". */
export const mailProviderFacts: Record<MailProvider, ProviderFacts> = {
  google: {
    label: 'Google',
    authorizeUrl: 'https://accounts.google.com/o/oauth2/v2/auth',
    tokenUrl: 'https://oauth2.googleapis.com/token',
    smtpHost: 'smtp.gmail.com:465',
    imapHost: 'imap.gmail.com:993',
    scopes: ['openid', 'email', 'https://mail.google.com/'],
    consentParameters: { access_type: 'offline', prompt: 'consent' },
  },
  microsoft: {
    label: 'Microsoft',
    authorizeUrl: 'https://login.microsoftonline.com/common/oauth2/v2.0/authorize',
    tokenUrl: 'https://login.microsoftonline.com/common/oauth2/v2.0/token',
    smtpHost: 'smtp.office365.com:587',
    imapHost: 'outlook.office365.com:993',
    scopes: [
      'openid',
      'email',
      'offline_access',
      'https://outlook.office.com/IMAP.AccessAsUser.All',
      'https://outlook.office.com/SMTP.Send',
    ],
    consentParameters: { prompt: 'select_account' },
  },
};

export function isMailProvider(name: string): name is MailProvider {
  return (mailProviders as readonly string[]).includes(name);
}
