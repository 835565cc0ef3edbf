import { type Element, isTag } from 'domhandler';
import { DomUtils, parseDocument } from 'htmlparser2';
import type { MailServerSettings } from '../../store/mailboxes/mailbox-store.ts';

/** One server of an email account, without its password. Its connection is encrypted. */
export type FoundServer = Pick<MailServerSettings, 'host' | 'port'> & {
  security: Exclude<MailServerSettings['security'], 'none'>;
  username: string;
};

export interface FoundServers {
  name: string | null;
  smtp: FoundServer;
  imap: FoundServer | null;
}

const securityOf: Readonly<Record<string, FoundServer['security']>> = { SSL: 'tls', STARTTLS: 'starttls' };
const hostPattern = /^[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?$/i;
const portMax = 65_535;

/**
 * Servers in a configuration file of the Thunderbird format (config-v1.1.xml). Unencrypted servers are skipped. Null if
 * the file names no server for sending.
 */
export function serversInAutoconfig(xml: string, address: string): FoundServers | null {
  const provider = DomUtils.getElementsByTagName('emailProvider', parseDocument(xml, { xmlMode: true }), true)[0];
  if (provider === undefined) return null;
  const smtp = serverIn(provider, 'outgoingServer', 'smtp', address);
  if (smtp === undefined) return null;
  const name = textIn(provider, 'displayName') ?? null;
  return { name, smtp, imap: serverIn(provider, 'incomingServer', 'imap', address) ?? null };
}

function serverIn(provider: Element, tag: string, type: string, address: string): FoundServer | undefined {
  const servers = DomUtils.getElementsByTagName(tag, provider, true).filter(({ attribs }) => attribs.type === type);
  for (const server of servers) {
    const host = filled(textIn(server, 'hostname') ?? '', address);
    const port = Number(textIn(server, 'port'));
    const security = securityOf[textIn(server, 'socketType') ?? ''];
    const isPort = Number.isInteger(port) && port > 0 && port <= portMax;
    if (security === undefined || !isPort || !hostPattern.test(host)) continue;
    return { host: host.toLowerCase(), port, security, username: filled(textIn(server, 'username') ?? '', address) };
  }
  return undefined;
}

function textIn(element: Element, tag: string): string | undefined {
  const found = DomUtils.getElementsByTagName(tag, element.children.filter(isTag), false)[0];
  return found && DomUtils.textContent(found).trim();
}

/** Fills in the address. Without a user name, the address is it. */
function filled(text: string, address: string): string {
  const [local = '', domain = ''] = address.split('@');
  return text
    .replaceAll('%EMAILADDRESS%', address)
    .replaceAll('%EMAILLOCALPART%', local)
    .replaceAll('%EMAILDOMAIN%', domain);
}
