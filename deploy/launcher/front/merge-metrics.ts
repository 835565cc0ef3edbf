interface Family {
  comments: string[];
  samples: string[];
}

/**
 * Merges several Prometheus texts. Each sample gets the name of its part. The description of a metric appears once,
 * before all its samples, as the format requires.
 */
export function mergeMetrics(texts: Record<string, string>): string {
  const families = new Map<string, Family>();
  for (const [part, text] of Object.entries(texts)) addText(families, part, text);
  return [...families.values()].flatMap(({ comments, samples }) => [...comments, ...samples, '']).join('\n');
}

function addText(families: Map<string, Family>, part: string, text: string): void {
  let name = '';
  for (const line of text.split('\n').filter(Boolean)) {
    const comment = /^# (HELP|TYPE) (\S+)/.exec(line);
    if (comment) name = comment[2]!;
    else if (line.startsWith('#')) continue;
    else name = name !== '' && line.startsWith(name) ? name : line.split(/[{ ]/, 1)[0]!;
    const family = families.get(name) ?? { comments: [], samples: [] };
    families.set(name, family);
    if (!comment) family.samples.push(withPart(line, part));
    else if (!family.comments.some((known) => known.startsWith(comment[0]))) family.comments.push(line);
  }
}

function withPart(sample: string, part: string): string {
  const [, name = '', labels = '', rest = ''] = /^([^{\s]+)(?:\{(.*)\})?\s+(.*)$/.exec(sample) ?? [];
  return `${name}{${labels ? `${labels},` : ''}part="${part}"} ${rest}`;
}
