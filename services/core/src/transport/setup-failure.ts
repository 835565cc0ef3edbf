import { explainSetup } from '../domain/mailboxes/setup-problem.ts';
import type { MailServerSettings } from '../store/mailboxes/mailbox-store.ts';
import type { HostRules } from './mail-host-guard.ts';
import { peekGreeting } from './peek-greeting.ts';
import { SignInRefused } from './sign-in/provider-tokens.ts';

/** Fields that nodemailer and imapflow add to their errors. */
type MailError = Error & {
  code?: string;
  command?: string;
  response?: unknown;
  responseCode?: number;
  responseText?: string;
  serverResponseCode?: string;
  authenticationFailed?: boolean;
};

function isAboutLogin(error: unknown): boolean {
  const { authenticationFailed, code, command = '' } = error as MailError;
  if (error instanceof SignInRefused || authenticationFailed === true) return true;
  return code === 'EAUTH' || command.startsWith('AUTH');
}

/** Same for a test, which has time to check what protocol the server speaks. */
export async function testedProblem(
  error: unknown,
  protocol: 'smtp' | 'imap',
  {
    server,
    accessToken,
    ...rules
  }: HostRules & { server: MailServerSettings; accessToken?: string; timeoutMs: number },
): Promise<string> {
  const greeting = isAboutLogin(error) ? '' : await peekGreeting(server, rules);
  return setupProblem(error, protocol, server, accessToken !== undefined, greeting);
}

/** One-sentence description of a server problem that names the fix. */
export function setupProblem(
  error: unknown,
  protocol: 'smtp' | 'imap',
  { host, port, security }: Pick<MailServerSettings, 'host' | 'port' | 'security'>,
  isSignIn = false,
  greeting = '',
): string {
  const failure = error as MailError;
  const { code = '', responseCode: answerCode = 0, message, serverResponseCode = '' } = failure;
  const answer = failure.responseText ?? (typeof failure.response === 'string' ? failure.response : '');
  const isLogin = isAboutLogin(error);
  return explainSetup({
    protocol,
    host,
    port,
    security,
    code: `${code} ${serverResponseCode}`.trim(),
    text: [message, answer].filter(Boolean).join(' '),
    answer: answer || message,
    answerCode,
    greeting,
    isLogin,
    isSignIn,
  });
}
