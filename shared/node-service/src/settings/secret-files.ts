import { readFileSync } from 'node:fs';

/** Settings that are credentials, or can contain one. */
export const secretSettings = [
  'SECRET_KEY',
  'INTERNAL_SECRET',
  'OPERATOR_SECRET',
  'GATEWAY_COOKIE_KEY',
  'OUTBOUND_BACKUP_PASSPHRASE',
  'MONGODB_URI',
  'SYSTEM_SMTP_URL',
  'MODEL_API_KEY',
  'HUNTER_API_KEY',
  'PEOPLE_DATA_LABS_API_KEY',
  'GOOGLE_CLIENT_SECRET',
  'MICROSOFT_CLIENT_SECRET',
] as const;

/** A file that a setting names cannot be used. Reported as one line. */
export class SecretFileError extends Error {}

/**
 * Replaces each `NAME_FILE` in the environment with `NAME`, read from that file, as container secrets need it. White
 * space at the end of the file does not count. Throws `SecretFileError` if both are set, or the file is missing or empty.
 */
export function loadSecretFiles(env: Record<string, string | undefined>): void {
  for (const name of secretSettings) {
    const file = env[`${name}_FILE`];
    if (!file) continue;
    if (env[name]) throw new SecretFileError(`${name} and ${name}_FILE are both set. Remove one of them.`);
    env[name] = readSecret(`${name}_FILE`, file);
    delete env[`${name}_FILE`];
  }
}

function readSecret(setting: string, file: string): string {
  try {
    const secret = readFileSync(file, 'utf8').trimEnd();
    if (secret !== '') return secret;
  } catch (error) {
    const { code = 'unknown error' } = error as NodeJS.ErrnoException;
    throw new SecretFileError(`${setting} names ${file}, which cannot be read (${code}).`);
  }
  throw new SecretFileError(`${setting} names ${file}, which is empty.`);
}
