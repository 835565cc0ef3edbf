import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import { PrivateTargetError } from '@outbound/node-service/network/guarded-agent';
import { cutText } from '@outbound/node-service/text/cut-text';
import { type Dispatcher, request } from 'undici';
import type { ReadPage } from '../../domain/prospects/facts-in-pages.ts';
import { readStart } from '../read-start.ts';
import { OpenLinks } from './open-links.ts';
import { checkedAddress, NotRead, Refused, siteOf } from './page-address.ts';
import { decodedPage, parsedPage } from './parsed-page.ts';
import type { SiteReading, VisitLimits } from './site-page.ts';

/** Name in robots.txt. */
const userAgent = 'OutboundResearch';
const redirectsMax = 5;
/** Google's limit, which RFC 9309 allows. Later lines are ignored. */
const robotsBytesMax = 500_000;
const problemsMax = 10;

interface Visitor {
  dispatcher: Dispatcher;
  isPrivateHostAllowed: boolean;
  limits: VisitLimits;
}

interface Answer {
  status: number;
  type: string;
  bytes: Buffer;
}

interface Robots {
  isDisallowed(url: string, userAgent: string): boolean | undefined;
}
/** Its types describe an ES module, but it is a CommonJS function. */
const require = createRequire(import.meta.url);
const parseRobots: (url: string, text: string) => Robots = require('robots-parser');

/** One visit of a site. Requests start one after another, and everything ends with the visit's time. */
export class SiteVisit {
  readonly #visitor: Visitor;
  readonly #signal: AbortSignal;
  readonly #robots = new Map<string, Promise<Robots>>();
  readonly #problems = new Set<string>();
  readonly #pages = new Map<string, ReadPage>();
  readonly #links = new OpenLinks();
  #requests = 0;
  #nextAt = 0;
  #isRefused = false;

  constructor(visitor: Visitor) {
    this.#visitor = visitor;
    this.#signal = AbortSignal.timeout(visitor.limits.visitMs);
  }

  async readOne(url: string): Promise<SiteReading> {
    await this.#read(url);
    return this.#reading();
  }

  /** Reads the first start that answers, then the pages that it links to, the most telling first. */
  async readSite(starts: readonly string[]): Promise<SiteReading> {
    for (const start of starts) {
      await this.#read(start);
      if (this.#pages.size > 0 || this.#isRefused || this.#signal.aborted) break;
    }
    if (this.#pages.size > 0) this.#problems.clear();
    while (this.#pages.size < this.#visitor.limits.pagesMax && !this.#signal.aborted) {
      const next = this.#links.takeNext();
      if (next === undefined) break;
      await this.#read(next);
    }
    return this.#reading();
  }

  #reading(): SiteReading {
    return {
      pages: [...this.#pages.values()],
      requests: this.#requests,
      problems: [...this.#problems].slice(0, problemsMax),
    };
  }

  /** Keeps the page and its links, or the reason why it cannot be read. */
  async #read(url: string): Promise<void> {
    const site = siteOf(url);
    try {
      const { address, answer } = await this.#follow(url, site);
      if (answer.status !== 200) throw new NotRead(`${address} answered ${answer.status}.`);
      if (!/\b(html|xml)\b|^$/.test(answer.type)) throw new NotRead(`${address} is not a page (${answer.type}).`);
      const { page, links } = parsedPage(address, decodedPage(answer.bytes, answer.type));
      if (!this.#pages.has(address)) this.#pages.set(address, page);
      this.#links.leaveOut(address);
      this.#links.add(links.filter((link) => siteOf(link) === site));
    } catch (error) {
      this.#problems.add(this.#explain(url, error));
      this.#isRefused ||= error instanceof Refused;
    }
  }

  #explain(url: string, error: unknown): string {
    if (error instanceof NotRead) return error.message;
    if (this.#signal.aborted) return `The site did not answer within ${this.#visitor.limits.visitMs / 1000} seconds.`;
    const { message, cause } = error as Error;
    if (error instanceof PrivateTargetError) return message;
    return `${cutText(url, 200)} cannot be read: ${cutText(cause instanceof Error ? cause.message : message, 200)}.`;
  }

  /** Follows redirects within the registrable domain. Each address is checked against robots.txt. */
  async #follow(start: string, site: string): Promise<{ address: string; answer: Answer }> {
    let address = checkedAddress(this.#visitor, start);
    for (let hop = 0; hop <= redirectsMax; hop += 1) {
      const robots = await this.#robotsOf(new URL(address).origin, site);
      if (robots.isDisallowed(address, userAgent)) throw new Refused(`robots.txt disallows ${address}.`);
      const { location, ...answer } = await this.#get(address, this.#visitor.limits.bytesMax);
      if (location === undefined) return { address, answer };
      const target = checkedAddress(this.#visitor, location);
      if (siteOf(target) !== site) throw new NotRead(`${address} leads to another site: ${cutText(target, 200)}.`);
      address = target;
    }
    throw new NotRead(`${cutText(start, 200)} redirects more than ${redirectsMax} times.`);
  }

  /** Rules of one origin. A server error, or no answer, disallows everything (RFC 9309). */
  #robotsOf(origin: string, site: string): Promise<Robots> {
    const known = this.#robots.get(origin) ?? this.#readRobots(origin, site);
    this.#robots.set(origin, known);
    return known;
  }

  async #readRobots(origin: string, site: string): Promise<Robots> {
    const own = `${origin}/robots.txt`;
    let address = own;
    for (let hop = 0; hop <= redirectsMax; hop += 1) {
      const { location, status, bytes } = await this.#get(address, robotsBytesMax);
      if (location === undefined) {
        if (status >= 500 || status === 429) throw new Refused(`${own} answered ${status}, so nothing is read.`);
        return parseRobots(own, status === 200 ? bytes.toString('utf8') : '');
      }
      address = checkedAddress(this.#visitor, location);
      if (siteOf(address) !== site) throw new Refused(`${own} leads to another site, so nothing is read.`);
    }
    throw new Refused(`${own} redirects more than ${redirectsMax} times, so nothing is read.`);
  }

  async #get(address: string, bytesMax: number): Promise<Answer & { location?: string }> {
    await this.#turn();
    this.#requests += 1;
    const { statusCode, headers, body } = await request(address, {
      dispatcher: this.#visitor.dispatcher,
      signal: this.#signal,
      headers: {
        'user-agent': `${userAgent}/1.0`,
        accept: 'text/html,application/xhtml+xml,application/rss+xml,application/atom+xml;q=0.9,text/plain;q=0.5',
        'accept-encoding': 'identity',
      },
    });
    const bytes = await readStart(body, bytesMax);
    const location = statusCode >= 300 && statusCode < 400 ? headers.location : undefined;
    const isRedirect = typeof location === 'string' && URL.canParse(location, address);
    return {
      status: statusCode,
      type: String(headers['content-type'] ?? '').toLowerCase(),
      bytes,
      ...(isRedirect && { location: new URL(location, address).href }),
    };
  }

  /** Waits until the next request may start. */
  async #turn(): Promise<void> {
    this.#signal.throwIfAborted();
    const now = performance.now();
    const at = Math.max(now, this.#nextAt);
    this.#nextAt = at + this.#visitor.limits.gapMs;
    if (at > now) await sleep(at - now, undefined, { signal: this.#signal });
  }
}
