import type { Request } from 'express';

export interface PublicAddressOptions {
  /** The configured origin. */
  baseUrl: string;
  /** Other host names that people may type. */
  aliasHosts: readonly string[];
  /** True if the aliases are names of this machine. Each of them is then a separate issuer. */
  isLoopback: boolean;
  /** Query parameters that belong to the endpoint's URL. */
  parameters: readonly string[];
}

/** The directory surface is the same resource. */
const endpointPath = /^\/mcp(\/directory)?\/?$/i;

/**
 * The URL given to a client must match the URL that the server names, because clients compare them (RFC 9728 section
 * 3.3).
 */
export class PublicAddress {
  readonly #options: PublicAddressOptions;
  readonly #origins: ReadonlySet<string>;
  /** All origins that can be issuers, the configured one first. */
  readonly issuers: readonly string[];

  constructor(options: PublicAddressOptions) {
    const { baseUrl, aliasHosts, isLoopback } = options;
    const { protocol } = new URL(baseUrl);
    this.#options = options;
    this.#origins = new Set([baseUrl, ...aliasHosts.flatMap((host) => [`http://${host}`, `https://${host}`])]);
    this.issuers = isLoopback
      ? [...new Set([baseUrl, ...aliasHosts.map((host) => `${protocol}//${host}`)])]
      : [baseUrl];
  }

  originOf(req: Request): string {
    const { baseUrl, aliasHosts } = this.#options;
    const isAlias = aliasHosts.includes(req.host) && req.host !== new URL(baseUrl).host;
    return isAlias ? `${req.protocol}://${req.host}` : baseUrl;
  }

  /** Clients also compare the issuer with the URL where they found it (RFC 8414 section 3.3). */
  issuerOf(req: Request): string {
    const origin = this.originOf(req);
    return this.issuers.includes(origin) ? origin : this.#options.baseUrl;
  }

  /** Path and query of the endpoint as the client spells them, without foreign parameters. */
  endpointOf(req: Request, path: string): string {
    return `${endpointPath.test(path) ? path : '/mcp'}${this.#search(req)}`;
  }

  /** True for every spelling of the single resource served here. */
  isResource(text: string): boolean {
    const url = URL.parse(text);
    if (url === null || url.hash !== '' || url.username !== '' || !this.#origins.has(url.origin)) return false;
    const names = [...url.searchParams.keys()];
    return (
      (url.pathname === '/' || endpointPath.test(url.pathname)) &&
      names.every((name) => this.#options.parameters.includes(name))
    );
  }

  #search({ originalUrl }: Request): string {
    const start = originalUrl.indexOf('?');
    if (start < 0) return '';
    const parts = originalUrl.slice(start + 1).split('&');
    const own = parts.filter(
      (part) => this.#options.parameters.includes(part.split('=')[0]!) && /^[\w.,=%-]*$/.test(part),
    );
    return own.length > 0 ? `?${own.join('&')}` : '';
  }
}
