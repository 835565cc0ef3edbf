import { readFileSync } from 'node:fs';
import { ConfigError } from '@outbound/node-service/settings/common-settings';
import type { Environment } from './read-setting.ts';

/** Markdown of the operator's own pages. Absent ones have a built-in text. */
export interface LegalTexts {
  privacy?: string;
  terms?: string;
}

export function readLegalTexts(env: Environment): LegalTexts {
  return { privacy: contentsOf(env, 'PRIVACY_FILE'), terms: contentsOf(env, 'TERMS_FILE') };
}

function contentsOf(env: Environment, name: string): string | undefined {
  const path = env[name];
  if (!path) return undefined;
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new ConfigError(`${name}: ${path} cannot be read (${(error as Error).message}).`);
  }
}
