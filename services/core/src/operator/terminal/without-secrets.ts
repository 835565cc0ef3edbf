import type { Config } from '../../settings/config.ts';

/** Shorter values would match ordinary words. */
const secretLengthMin = 8;

/**
 * Removes secrets of the installation, because output goes to terminals, pipes, and the system journal. This is the
 * last line of defense. For example, a driver error can quote a connection string with its password.
 */
export function withoutSecrets(output: string, config: Config | undefined): string {
  let shown = output;
  for (const [name, value] of secretsOf(config))
    for (const form of [value, JSON.stringify(value).slice(1, -1)]) shown = shown.replaceAll(form, `(${name})`);
  return shown;
}

function secretsOf(config: Config | undefined): [name: string, value: string][] {
  if (config === undefined) return [];
  const { secrets, passphrase = '' } = config.backup;
  const password = /^[a-z+]+:\/\/[^/@:]*:([^@/]+)@/.exec(config.mongodbUri)?.[1] ?? '';
  const keys = (secrets.SECRET_KEY ?? '').split(',').map((entry) => entry.slice(entry.indexOf(':') + 1).trim());
  const all: [string, string][] = [
    ...Object.entries(secrets),
    ...keys.map((key): [string, string] => ['SECRET_KEY', key]),
    ['OUTBOUND_BACKUP_PASSPHRASE', passphrase],
    ['password in MONGODB_URI', password],
    ['password in MONGODB_URI', decoded(password)],
  ];
  return all.filter(([, value]) => value.length >= secretLengthMin);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
