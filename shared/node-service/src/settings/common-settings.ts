/** Invalid setting that the operator must fix, reported as one line without a stack trace. */
export class ConfigError extends Error {}

export const logLevels = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'];

/** Default distance of a service's INTERNAL_PORT above its PORT. */
export const internalPortStep = 100;

/** Default URL of the internal port of a service, from its public URL. */
export function internalUrlOf({ protocol, hostname, port }: URL): string {
  return `${protocol}//${hostname}:${Number(port || (protocol === 'https:' ? 443 : 80)) + internalPortStep}`;
}
