import { readFileSync } from 'node:fs';
import type { Server, Socket } from 'node:net';

/** Open connections of one network: the /24 of an IPv4 address, or the /64 of an IPv6 address. */
const networkMax = 500;
/**
 * Share of the process's file descriptors that all clients together can use. Each connection needs another one to a
 * part while a request is forwarded.
 */
const descriptorShare = 0.45;
/** Where the system does not tell: the usual limit of a process. */
const descriptorsUnknown = 1_024;

/** Key of the connections of all trusted proxies. */
const proxies = 'proxies';

const refusal = [
  'HTTP/1.1 503 Service Unavailable',
  'Retry-After: 10',
  'Content-Length: 0',
  'Connection: close',
  '\r\n',
].join('\r\n');

export interface ConnectionLimitOptions {
  /** Proxies carry the connections of many networks, so theirs count only in total. */
  isTrusted(address: string): boolean;
  networkMax?: number;
  totalMax?: number;
}

/** Limits the open connections, so that slow and half-open ones of one network leave room for all others. */
export class ConnectionLimits {
  readonly #options: Required<ConnectionLimitOptions>;
  /** By network, oldest first. */
  readonly #open = new Map<string, Set<Socket>>();
  #total = 0;
  /** Connections closed by a limit since the start. */
  rejected = 0;

  constructor(options: ConnectionLimitOptions) {
    this.#options = { networkMax, totalMax: Math.floor(descriptorsMax() * descriptorShare), ...options };
  }

  get total(): number {
    return this.#total;
  }

  watch(server: Server): void {
    server.on('connection', (socket: Socket) => this.admit(socket));
  }

  admit(socket: Socket): void {
    const address = socket.remoteAddress ?? '';
    const isTrusted = this.#options.isTrusted(address);
    const network = isTrusted ? proxies : networkOf(address);
    this.#add(network, socket);
    socket.once('close', () => this.#remove(network, socket));
    if (!isTrusted && this.#open.get(network)!.size > this.#options.networkMax) this.#reject(network);
    else if (this.#total > this.#options.totalMax) this.#reject(this.#greediest());
  }

  #add(network: string, socket: Socket): void {
    const known = this.#open.get(network);
    if (known) known.add(socket);
    else this.#open.set(network, new Set([socket]));
    this.#total += 1;
  }

  #remove(network: string, socket: Socket): void {
    const known = this.#open.get(network);
    if (!known?.delete(socket)) return;
    this.#total -= 1;
    if (known.size === 0) this.#open.delete(network);
  }

  /** Closes the newest connection of the network. The oldest ones probably serve requests. */
  #reject(network: string): void {
    const newest = [...(this.#open.get(network) ?? [])].at(-1);
    if (newest === undefined) return;
    this.rejected += 1;
    this.#remove(network, newest);
    newest.write(refusal, () => newest.destroy());
  }

  #greediest(): string {
    const networks = [...this.#open].filter(([network]) => network !== proxies);
    return networks.reduce((most, each) => (each[1].size > most[1].size ? each : most), [proxies, new Set()])[0];
  }
}

function descriptorsMax(): number {
  try {
    const soft = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
    return Number(soft ?? descriptorsUnknown);
  } catch {
    return descriptorsUnknown;
  }
}

/** Network of one customer: the /24 of an IPv4 address (also one written as IPv6), or the /64 of an IPv6 address. */
export function networkOf(address: string): string {
  const [, v4] = /(?:^|:)(\d+\.\d+\.\d+)\.\d+$/.exec(address) ?? [];
  if (v4 !== undefined) return `${v4}.0/24`;
  const [head = '', tail] = address.replace(/%.*$/, '').split('::');
  const [before, after] = [head, tail ?? ''].map((part) => (part === '' ? [] : part.split(':'))) as [
    string[],
    string[],
  ];
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length);
  const groups = [...before, ...Array<string>(zeros).fill('0'), ...after];
  return `${groups.slice(0, 4).join(':')}::/64`;
}
