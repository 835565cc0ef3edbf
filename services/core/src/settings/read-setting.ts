import { ConfigError } from '@outbound/node-service/settings/common-settings';
import { loadSecretFiles, SecretFileError } from '@outbound/node-service/settings/secret-files';

export type Environment = Record<string, string | undefined>;

export function requiredText(env: Environment, name: string, fallback?: string): string {
  const value = env[name] || fallback;
  if (value === undefined) throw new ConfigError(`${name} is not set.`);
  return value;
}

export function oneOf(env: Environment, name: string, values: readonly string[], fallback: string): string {
  const value = requiredText(env, name, fallback);
  if (!values.includes(value)) throw new ConfigError(`${name} must be one of ${values.join(', ')}, not "${value}".`);
  return value;
}

export function integer(env: Environment, name: string, fallback: number, min: number, max: number): number {
  const value = Number(env[name] || fallback);
  if (!Number.isInteger(value) || value < min || value > max) {
    throw new ConfigError(`${name} must be a whole number from ${min} to ${max}, not "${env[name]}".`);
  }
  return value;
}

export function url(env: Environment, name: string, fallback?: string): string {
  const value = requiredText(env, name, fallback);
  if (!URL.canParse(value)) throw new ConfigError(`${name} must be an absolute URL, not "${value}".`);
  return value.replace(/\/+$/, '');
}

export function optionalAddress(env: Environment, name: string): string | undefined {
  const value = env[name] || undefined;
  if (value === undefined || /^[^\s<>@]+@[^\s<>@]+\.[^\s<>@]+$/.test(value)) return value;
  throw new ConfigError(`${name} must be an e-mail address, not "${value}".`);
}

/** Replaces `NAME_FILE` of each secret with `NAME`, read from that file. */
export function readSecretFiles(env: Environment): void {
  try {
    loadSecretFiles(env);
  } catch (error) {
    throw error instanceof SecretFileError ? new ConfigError(error.message) : error;
  }
}
