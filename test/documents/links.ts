/** Relative link targets of a Markdown file, without anchors. */
export function relativeLinks(source: string): string[] {
  const prose = source.replaceAll(/^```.*?^```/gms, '').replaceAll(/`[^`]*`/g, '');
  const targets = [...prose.matchAll(/\]\(([^)\s]+)(?:\s+"[^"]*")?\)/g)].map(([, target]) => target!);
  return targets
    .filter((target) => !/^([a-z]+:|#)/i.test(target))
    .map((target) => decodeURIComponent(target.replace(/#.*$/, '')));
}

/** Anchors of the same file or of another one, as "path#anchor". */
export function anchoredLinks(source: string): [path: string, anchor: string][] {
  const links = [...source.matchAll(/\]\(([^)#\s]*)#([^)\s]+)\)/g)];
  return links.filter(([, path]) => !/^[a-z]+:/i.test(path!)).map(([, path, anchor]) => [path!, anchor!]);
}

/** Anchors that GitHub gives to the headings of a Markdown file. */
export function anchorsOf(source: string): string[] {
  const headings = source.replaceAll(/^```.*?^```/gms, '').matchAll(/^#{1,6}\s+(.+)$/gm);
  return [...headings].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(/\s/g, '-'),
  );
}

/** Names of npm scripts that a text mentions: `npm run x`, `npm run -s x`, `npm test`, `npm start`. */
export function npmScripts(source: string): string[] {
  const named = source.matchAll(/\bnpm (?:run(?:-script)?(?: -s| --silent)? ([a-z][\w:-]*)|(test|start)\b)/g);
  return [...new Set([...named].map(([, script, short]) => script ?? short!))];
}
