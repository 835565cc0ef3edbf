import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DataFolderError } from '../storage/data-folder.ts';

export const userName = 'root';
export const passwordFile = 'password';
const passwordBytes = 24;

/** The password of a data folder. Generated on first use, and readable only by the owner of the folder. */
export function readPassword(folder: string): string {
  const file = join(folder, passwordFile);
  if (!existsSync(file)) writeFileSync(file, `${randomBytes(passwordBytes).toString('base64url')}\n`, { mode: 0o600 });
  const password = readFileSync(file, 'utf8').trim();
  if (!/^[\x21-\x7e]{8,}$/.test(password))
    throw new DataFolderError(`${file} must hold a password of 8 or more ASCII characters without spaces`);
  return password;
}
