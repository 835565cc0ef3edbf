import { ConfigError, type Environment, optionalAddress } from './read-setting.ts';

/** The server that mail of the service itself leaves through. */
export interface SystemMailServer {
  url: string;
  from: string;
}

const example = 'smtps://user:password@mail.example.org';

/** Null where it is not set up: then no mail of the service is sent. The address may hold a password: it is not repeated. */
export function readSystemMail(env: Environment): SystemMailServer | null {
  const url = env.SYSTEM_SMTP_URL || undefined;
  if (url === undefined) return null;
  if (!URL.canParse(url) || !/^smtps?:$/.test(new URL(url).protocol)) {
    throw new ConfigError(`SYSTEM_SMTP_URL must be smtp://… or smtps://…, such as ${example}.`);
  }
  const from = optionalAddress(env, 'SYSTEM_MAIL_FROM');
  if (from === undefined)
    throw new ConfigError('SYSTEM_SMTP_URL needs SYSTEM_MAIL_FROM, the address that it comes from.');
  return { url, from };
}
