import { cutText } from '@outbound/node-service/text/cut-text';
import { withoutHidden } from '../tools/text/clean-text.ts';

const nameLengthMax = 60;

/** Well-known clients, and the hosts they return to after sign-in. */
const knownClients: readonly { name: string; hosts: readonly string[] }[] = [
  { name: 'Claude', hosts: ['claude.ai', 'claude.com', 'anthropic.com'] },
  { name: 'Anthropic', hosts: ['claude.ai', 'claude.com', 'anthropic.com'] },
  { name: 'ChatGPT', hosts: ['chatgpt.com', 'openai.com'] },
  { name: 'OpenAI', hosts: ['chatgpt.com', 'openai.com'] },
  { name: 'Cursor', hosts: ['cursor.com', 'cursor.sh', 'cursor:'] },
  { name: 'Visual Studio Code', hosts: ['vscode.dev', 'microsoft.com', 'vscode:', 'vscode-insiders:'] },
  { name: 'Copilot', hosts: ['microsoft.com', 'github.com', 'vscode.dev'] },
  { name: 'Gemini', hosts: ['google.com'] },
  { name: 'Windsurf', hosts: ['windsurf.com', 'windsurf:'] },
  { name: 'Outbound', hosts: [] },
];

/** Letters that look like Latin ones (Cyrillic, Greek), and digits used as letters. */
const lookAlikes: Record<string, string> = {
  а: 'a',
  с: 'c',
  е: 'e',
  о: 'o',
  р: 'p',
  ѕ: 's',
  і: 'i',
  ј: 'j',
  х: 'x',
  у: 'y',
  һ: 'h',
  ԁ: 'd',
  ո: 'n',
  ս: 'u',
  к: 'k',
  м: 'm',
  т: 't',
  в: 'b',
  н: 'h',
  г: 'r',
  ɡ: 'g',
  ʟ: 'l',
  ı: 'i',
  ӏ: 'l',
  α: 'a',
  ο: 'o',
  ρ: 'p',
  ν: 'v',
  υ: 'u',
  ι: 'i',
  κ: 'k',
  τ: 't',
  ε: 'e',
  χ: 'x',
  β: 'b',
  γ: 'y',
  '0': 'o',
  '1': 'l',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '|': 'l',
  '!': 'i',
};
const loopbackHosts = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Makes a client's self-chosen name safe to display: one line, no hidden characters, limited length. */
export function cleanClientName(name: string): string {
  const plain = withoutHidden(name.normalize('NFKC'))
    .replace(/\p{M}+/gu, '')
    .replace(/\s+/g, ' ')
    .trim();
  return cutText(plain, nameLengthMax, '…');
}

/** Known client that the name resembles, if the client does not return to a host of that known client. */
export function imitatedBy(name: string, redirectUri: string): string | undefined {
  const skeleton = skeletonOf(name);
  const redirect = URL.parse(redirectUri);
  return knownClients.find((known) => skeleton.includes(skeletonOf(known.name)) && !returnsTo(known.hosts, redirect))
    ?.name;
}

/** True for local redirects. Any program on the person's own computer can return to a local port. */
export function isLocalProgram(redirectUri: string): boolean {
  return loopbackHosts.has(URL.parse(redirectUri)?.hostname ?? '');
}

/** Site that a client returns to. Undefined for a program on the person's own computer. */
export function siteOf(redirectUri: string): string | undefined {
  const redirect = URL.parse(redirectUri);
  const isSite = redirect?.protocol.startsWith('http') && !isLocalProgram(redirectUri);
  return isSite ? redirect?.host : undefined;
}

function returnsTo(hosts: readonly string[], redirect: URL | null): boolean {
  if (!redirect) return false;
  const isOwn = (host: string) => redirect.hostname === host || redirect.hostname.endsWith(`.${host}`);
  return hosts.some((host) => (host.endsWith(':') ? redirect.protocol === host : isOwn(host)));
}

function skeletonOf(name: string): string {
  const plain = cleanClientName(name).normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return [...plain]
    .map((letter) => lookAlikes[letter] ?? letter)
    .join('')
    .replace(/[^a-z]/g, '')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
    .replaceAll('i', 'l');
}
