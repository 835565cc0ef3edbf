import { ConfigError } from '@outbound/node-service/settings/common-settings';
import { type Environment, optionalAddress } from './read-setting.ts';

/** Server for the service's own mail. */
export interface SystemMailServer {
  url: string;
  from: string;
}

const example = 'smtps://user:password@mail.example.org';

/**
 * Null if not configured: the service then sends no mail of its own. The URL can contain a password, so errors do not
 * repeat it.
 */
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
