import { GatewayError } from '../errors/errors.ts';
import type { Surface } from './tool.ts';

interface Asked {
  path: string;
  query: Record<string, unknown>;
  header(name: string): string | undefined;
}

/** These parameters are a part of the endpoint's URL. */
export const surfaceParameters = ['toolsets', 'read_only', 'surface'];

/**
 * Reads the requested tools: `?toolsets=contacts,campaigns&read_only=true`, or the same values as headers, and
 * `?surface=directory` or the path of the directory surface.
 */
export function readSurface({ path, query, header }: Asked, known: readonly string[]): Surface {
  const asked = String(query.toolsets ?? header('x-mcp-toolsets') ?? '');
  const names = asked.split(',').map((name) => name.trim().toLowerCase());
  const toolsets = names.filter(Boolean);
  const unknown = toolsets.find((name) => !known.includes(name));
  if (unknown !== undefined) {
    throw new GatewayError('malformed', `Unknown toolset ${JSON.stringify(unknown)}; allowed: ${known.join(', ')}.`);
  }
  const readOnly = String(query.read_only ?? header('x-mcp-readonly') ?? 'false').toLowerCase();
  if (!['true', 'false', '1', '0', ''].includes(readOnly)) {
    throw new GatewayError('malformed', 'read_only must be true or false.');
  }
  const surface = String(query.surface ?? '').toLowerCase();
  if (!['', 'default', 'directory'].includes(surface))
    throw new GatewayError('malformed', 'surface must be default or directory.');
  return {
    isDirectory: surface === 'directory' || /\/directory\/?$/i.test(path),
    toolsets: toolsets.length > 0 ? toolsets : ['default'],
    isReadOnly: readOnly === 'true' || readOnly === '1',
  };
}
