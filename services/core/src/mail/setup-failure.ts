import { explainSetup } from '../domain/mail/setup-problem.ts';
import type { MailServerSettings } from '../store/mail/mailbox-store.ts';
import { SignInRefused } from './sign-in/provider-tokens.ts';

/** What nodemailer and imapflow add to their errors. */
type MailError = Error & {
  code?: string;
  command?: string;
  response?: unknown;
  responseCode?: number;
  responseText?: string;
  serverResponseCode?: string;
  authenticationFailed?: boolean;
};

/** What went wrong with a server, in one sentence that names the fix. */
export function setupProblem(
  error: unknown,
  protocol: 'smtp' | 'imap',
  { host, port, security }: Pick<MailServerSettings, 'host' | 'port' | 'security'>,
  isSignIn = false,
): string {
  const failure = error as MailError;
  const { code = '', responseCode: answerCode = 0, command = '', message, serverResponseCode = '' } = failure;
  const answer = failure.responseText ?? (typeof failure.response === 'string' ? failure.response : '');
  const isLogin =
    error instanceof SignInRefused ||
    failure.authenticationFailed === true ||
    code === 'EAUTH' ||
    command.startsWith('AUTH');
  return explainSetup({
    protocol,
    host,
    port,
    security,
    code: `${code} ${serverResponseCode}`.trim(),
    text: [message, answer].filter(Boolean).join(' '),
    answer: answer || message,
    answerCode,
    isLogin,
    isSignIn,
  });
}
