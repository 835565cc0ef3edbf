import { guardedAgent, type ResolveHost, resolveBySystem } from '@outbound/node-service/network/guarded-agent';
import type { Config } from '../../settings/config.ts';
import type { SiteReading, VisitLimits } from './site-page.ts';
import { SiteVisit } from './site-visit.ts';

/** Public web pages of a company's domain. */
export interface SiteReader {
  /** Reads the pages of a site that describe the company. Never throws: problems are in the result. */
  readSite(domain: string): Promise<SiteReading>;
  /** Reads one page, by the same rules. Without a page, `problems` has the reason. */
  readPage(url: string): Promise<SiteReading>;
}

export interface SiteReaderOptions {
  isPrivateHostAllowed: boolean;
  resolve?: ResolveHost;
  /** Addresses to try for a domain, in order. */
  startsOf?: (domain: string) => string[];
  limits?: Partial<VisitLimits>;
}

const defaultLimits: VisitLimits = { pagesMax: 20, bytesMax: 2_000_000, visitMs: 20_000, gapMs: 1_000 };

export function createSiteReader({ isPrivateHostAllowed }: Config): SiteReader {
  return siteReader({ isPrivateHostAllowed });
}

export function siteReader({
  isPrivateHostAllowed,
  resolve = resolveBySystem,
  startsOf = (domain) => [`https://${domain}/`, `https://www.${domain}/`, `http://${domain}/`],
  limits = {},
}: SiteReaderOptions): SiteReader {
  const all = { ...defaultLimits, ...limits };
  const dispatcher = guardedAgent({ isPrivateHostAllowed, resolve }, all.visitMs);
  const visit = () => new SiteVisit({ dispatcher, isPrivateHostAllowed, limits: all });
  return {
    readSite: (domain) => visit().readSite(startsOf(domain)),
    readPage: (url) => visit().readOne(url),
  };
}
