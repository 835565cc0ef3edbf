/** Public page as it was read. */
export interface SitePage {
  url: string;
  title: string;
  /** Visible text, with line breaks between blocks. */
  text: string;
  /** Sources of the page's JSON-LD blocks. */
  structured: string[];
}

export interface SiteReading {
  pages: SitePage[];
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
