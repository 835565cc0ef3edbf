import type { FoundMail } from '../../transport/servers/find-servers.ts';
import type { EngineDeps } from '../context/engine-deps.ts';

/** Servers of an email address, as its domain or its provider names them. Null if nothing names them. */
export function findMailServers(address: string, { ports }: Pick<EngineDeps, 'ports'>): Promise<FoundMail | null> {
  return ports.mail.findServers(address);
}
