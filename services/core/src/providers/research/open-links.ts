/** Parts of addresses that lead to facts about a company, in five languages. The first group is read first. */
const kinds: readonly RegExp[] = [
  /\b(about|company|who-we-are|our-story|uber-uns|ueber-uns|unternehmen|wir|a-propos|qui-sommes|entreprise|sobre|quienes-somos|nosotros|empresa|chi-siamo|azienda|la-nostra)\b/,
  /\b(team|people|leadership|management|founders|menschen|equipe|equipo|il-team|direction)\b/,
  /\b(news|newsroom|press|presse|blog|aktuelles|neuigkeiten|actualites|actu|noticias|novedades|prensa|notizie|stampa|novita|feed|rss|atom)\b/,
  /\b(careers?|jobs?|join-us|karriere|stellen|recrutement|carrieres?|emplois?|empleo|trabaja|lavora|carriere|posizioni)\b/,
  /\b(imprint|impressum|legal|legal-notice|mentions-legales|aviso-legal|note-legali|contact|kontakt|contacto|contatti)\b/,
];
const notPages = /\.(?:pdf|jpe?g|png|gif|svg|webp|ico|css|js|zip|mp4|mp3|docx?|xlsx?|pptx?|woff2?)(?:$|\?)/i;

/** Links to read next: pages about the company first, near the root first, and each once. */
export class OpenLinks {
  readonly #seen = new Set<string>();
  readonly #open: { link: string; rank: number }[] = [];

  add(links: readonly string[]): void {
    for (const link of links) {
      if (this.#seen.has(link)) continue;
      this.#seen.add(link);
      const rank = rankOf(link);
      if (!notPages.test(link) && rank < kinds.length * 10) this.#open.push({ link, rank });
    }
    this.#open.sort((one, other) => one.rank - other.rank || one.link.length - other.link.length);
  }

  /** Marks an address that was read without being a link, such as the start. */
  leaveOut(link: string): void {
    this.#seen.add(link);
  }

  takeNext(): string | undefined {
    return this.#open.shift()?.link;
  }
}

function rankOf(link: string): number {
  const { pathname } = new URL(link);
  const path = plain(pathname);
  const kind = kinds.findIndex((words) => words.test(path));
  const depth = pathname.split('/').filter(Boolean).length;
  return (kind < 0 ? kinds.length : kind) * 10 + Math.min(depth, 9);
}

/** Without accents, in lowercase, with words parted by hyphens. */
function plain(pathname: string): string {
  let decoded = pathname;
  try {
    decoded = decodeURIComponent(pathname);
  } catch {
    // A broken escape stays as it is.
  }
  const words = decoded.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return words.replace(/[_\s]+/g, '-');
}
