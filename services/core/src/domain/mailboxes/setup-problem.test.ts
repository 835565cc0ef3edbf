import { expect, test } from 'vitest';
import type { SetupFailure } from './setup-failure.ts';
import { explainSetup } from './setup-problem.ts';

const failure: SetupFailure = {
  protocol: 'smtp',
  host: 'mail.acme.example',
  port: 465,
  security: 'tls',
  code: '',
  text: '',
  answer: '',
  answerCode: 0,
  greeting: '',
  isLogin: false,
  isSignIn: false,
};

/** Errors of Node, nodemailer, and imapflow, with the message shown to the user. */
const seen: [Partial<SetupFailure>, string][] = [
  [
    {
      text: "Hostname/IP does not match certificate's altnames: Host: mail.acme.example. is not in the cert's altnames: DNS:mx1.hoster.example, DNS:hoster.example",
    },
    'The certificate of mail.acme.example was issued for another name: enter mx1.hoster.example or hoster.example as host.',
  ],
  [
    { code: 'CERT_HAS_EXPIRED', text: 'certificate has expired' },
    'The certificate of mail.acme.example has expired: its operator has to renew it.',
  ],
  [
    {
      code: 'ESOCKET',
      text: '40ED8BA4657F0000:error:0A00010B:SSL routines:ssl3_get_record:wrong version number:../deps/openssl/openssl/ssl/record/ssl3_record.c:354:',
      port: 587,
    },
    'Port 587 of mail.acme.example begins without TLS: choose security "starttls", or port 465 with "tls".',
  ],
  [
    { code: 'ESOCKET', text: '0000:error:0A000126:SSL routines::unexpected eof while reading' },
    'mail.acme.example cannot be used on port 465: check host, port and security (port 465 with security "tls", or 587 with "starttls").',
  ],
  [
    { code: 'ETIMEDOUT', text: 'Connection timeout' },
    'mail.acme.example does not answer on port 465: check host and port (port 465 with security "tls", or 587 with "starttls"), and whether the network lets it through.',
  ],
  [
    { protocol: 'imap', port: 587, security: 'starttls', code: 'GREETING_TIMEOUT', text: 'Failed to receive greeting' },
    'Port 587 of mail.acme.example is for sending (SMTP): use port 993 with security "tls", or 143 with "starttls".',
  ],
  [
    { port: 993, text: 'Invalid greeting. response=* OK ready' },
    'Port 993 of mail.acme.example is for reading (IMAP): use port 465 with security "tls", or 587 with "starttls".',
  ],
  [
    { code: 'ECONNRESET', text: 'read ECONNRESET' },
    'mail.acme.example closes the connection on port 465 at once: check port and security (port 465 with security "tls", or 587 with "starttls").',
  ],
  [
    { isLogin: true, isSignIn: true, text: 'invalid_grant: Token has been expired or revoked.' },
    'The sign-in with the provider was withdrawn or has expired: connect the mailbox in the application again.',
  ],
  [
    { isLogin: true, isSignIn: true, answerCode: 535, text: '535 5.7.3 Authentication unsuccessful' },
    'mail.acme.example does not take this sign-in: sign in with the account that the address belongs to, and have SMTP allowed for it.',
  ],
];

test.each(seen)('%o', (over, sentence) => {
  expect(explainSetup({ ...failure, ...over })).toBe(sentence);
});
