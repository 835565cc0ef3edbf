import type { MxRecord } from 'node:dns';
import { guardedAgent, type ResolveHost, resolveBySystem } from '@outbound/node-service/network/guarded-agent';
import { fetch } from 'undici';
import { domainOf } from '../../domain/contacts/email-address.ts';
import { type MailProvider, mailProviderFacts, mailProviders } from '../../domain/mailboxes/mail-providers.ts';
import { type FoundServers, serversInAutoconfig } from './autoconfig.ts';
import knownHosts from './known-hosts.json' with { type: 'json' };

const timeoutMs = 5_000;
const bytesMax = 65_536;
const implicitTlsPorts = [465, 993];

/** Servers of an email account. */
export interface FoundMail extends FoundServers {
  /** Set if people sign in to the account at its provider instead of with a password. */
  provider: MailProvider | null;
}

interface Lookups {
  lookUpMx: (domain: string) => Promise<MxRecord[]>;
  /** Text at an address. Null for an address without a text. */
  read: (url: string) => Promise<string | null>;
}

interface ReadRules {
  isPrivateHostAllowed: boolean;
  resolve?: ResolveHost;
}

/** Reads a small text from a server that a stranger named. Null for errors of any kind. */
export async function readSmallText(url: string, rules: ReadRules): Promise<string | null> {
  const dispatcher = guardedAgent({ resolve: resolveBySystem, ...rules }, timeoutMs);
  try {
    const response = await fetch(url, { dispatcher, signal: AbortSignal.timeout(timeoutMs) });
    if (!response.ok || response.body === null) return null;
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of response.body) {
      size += chunk.length;
      if (size > bytesMax) return null;
      chunks.push(chunk);
    }
    return Buffer.concat(chunks).toString('utf8');
  } catch {
    return null;
  } finally {
    await dispatcher.destroy().catch(() => {});
  }
}

/**
 * Servers of an email address: from autoconfig.DOMAIN, then from DOMAIN itself, then by the provider that receives its
 * mail (MX). Null if nothing names them.
 */
export async function findServers(address: string, { lookUpMx, read }: Lookups): Promise<FoundMail | null> {
  const domain = domainOf(address);
  const query = `emailaddress=${encodeURIComponent(address)}`;
  const sources = [
    `https://autoconfig.${domain}/mail/config-v1.1.xml?${query}`,
    `http://autoconfig.${domain}/mail/config-v1.1.xml?${query}`,
    `https://${domain}/.well-known/autoconfig/mail/config-v1.1.xml?${query}`,
  ];
  for (const url of sources) {
    const xml = await read(url);
    const found = xml === null ? null : serversInAutoconfig(xml, address);
    if (found !== null) return { ...found, provider: providerOf(found.smtp.host) };
  }
  const servers = await lookUpMx(domain).catch(() => []);
  return ofMx(servers, address);
}

function ofMx(servers: readonly MxRecord[], address: string): FoundMail | null {
  const hosts = servers.toSorted((one, other) => one.priority - other.priority).map(({ exchange }) => exchange);
  for (const host of hosts) {
    const known = knownHosts.find(({ mx }) => isBelow(host, mx));
    if (known === undefined) continue;
    const provider = mailProviders.find((name) => name === known.provider) ?? null;
    const facts = provider && mailProviderFacts[provider];
    const smtp = facts?.smtpHost ?? known.smtp!;
    const imap = facts?.imapHost ?? known.imap!;
    return { name: known.name, provider, smtp: serverAt(smtp, address), imap: serverAt(imap, address) };
  }
  return null;
}

function serverAt(hostAndPort: string, username: string): FoundServers['smtp'] {
  const [host = '', port = ''] = hostAndPort.split(':');
  const security = implicitTlsPorts.includes(Number(port)) ? ('tls' as const) : ('starttls' as const);
  return { host, port: Number(port), security, username };
}

function providerOf(smtpHost: string): MailProvider | null {
  return mailProviders.find((name) => mailProviderFacts[name].smtpHost.split(':')[0] === smtpHost) ?? null;
}

function isBelow(host: string, domain: string): boolean {
  const plain = host.toLowerCase().replace(/\.$/, '');
  return plain === domain || plain.endsWith(`.${domain}`);
}
