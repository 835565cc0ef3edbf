import { randomBytes } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { secretsFile } from './settings.ts';

interface Secrets {
  secretKey: string;
  internalSecret: string;
}

/**
 * Creates a new key for the data folder. Both keys are kept until the store is encrypted with the new one. After an
 * interruption, the next start or rotation has the keys it needs.
 */
export async function rotateKey(dataDir: string, reseal: (ring: string) => Promise<number>): Promise<number> {
  const file = secretsFile(dataDir);
  const known: Secrets = JSON.parse(readFileSync(file, 'utf8'));
  const made = randomBytes(32).toString('base64');
  const ring = `${made},${known.secretKey}`;
  write(file, { ...known, secretKey: ring });
  const code = await reseal(ring);
  if (code === 0) write(file, { ...known, secretKey: made });
  return code;
}

function write(file: string, secrets: Secrets): void {
  writeFileSync(`${file}.new`, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}
