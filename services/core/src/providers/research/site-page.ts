import type { ReadPage } from '../../domain/prospects/facts-in-pages.ts';

export interface SiteReading {
  pages: ReadPage[];
  /** Requests sent, including robots.txt and redirects. */
  requests: number;
  /** Why pages are missing, one sentence per cause. */
  problems: string[];
}

export interface VisitLimits {
  pagesMax: number;
  /** Bytes of one page. The rest of a longer page is not read. */
  bytesMax: number;
  /** Time for a whole site, in milliseconds. */
  visitMs: number;
  /** Time between the starts of two requests, in milliseconds. */
  gapMs: number;
}
