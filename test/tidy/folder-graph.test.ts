import { posix } from 'node:path';
import { expect, test } from 'vitest';
import { importsOf, sourceFiles } from './read-source.ts';

const root = new URL('../..', import.meta.url).pathname;
const packages = ['services/core', 'services/gateway', 'shared/client', 'shared/embedded-mongo', 'shared/node-service'];

interface Edge {
  /** Folder in which both ends are. */
  at: string;
  from: string;
  to: string;
  example: string;
}

/** An import between two children of the folder that the files share; a loose file is a child of its own. */
function edgeOf(from: string, to: string): Edge {
  const [source, target] = [from.split('/'), to.split('/')];
  let depth = 0;
  while (source[depth] === target[depth]) depth += 1;
  const child = (parts: string[]) => `${parts[depth]}${parts.length > depth + 1 ? '/' : ''}`;
  const at = source.slice(0, depth).join('/');
  return { at, from: child(source), to: child(target), example: `${from} -> ${to}` };
}

/** Shortest way from one child to another along the imports; null if there is none. */
function wayBetween(from: string, to: string, edges: Edge[]): Edge[] | null {
  const ways: [string, Edge[]][] = [[from, []]];
  const seen = new Set([from]);
  for (const [place, way] of ways) {
    for (const edge of edges.filter((one) => one.from === place && !seen.has(one.to))) {
      if (edge.to === to) return [...way, edge];
      seen.add(edge.to);
      ways.push([edge.to, [...way, edge]]);
    }
  }
  return null;
}

/** Each cycle once, with one import for each step, so that the reader can choose which one to turn around. */
function cyclesAmong(edges: Edge[]): string[] {
  const cycles = new Map<string, string>();
  for (const edge of edges) {
    const back = wayBetween(edge.to, edge.from, edges);
    if (back === null) continue;
    const around = [edge, ...back];
    const names = around.map(({ from }) => from).sort();
    const steps = around.map(({ from, to, example }) => `  ${from} needs ${to}: ${example}`);
    cycles.set(names.join(), `${edge.at}: ${names.join(', ')}\n${steps.join('\n')}`);
  }
  return [...cycles.values()];
}

function edgesIn(folder: string): Edge[] {
  const files = sourceFiles(root, `${folder}/src`).filter(({ path }) => !/\.test\.ts$|\/testing\//.test(path));
  const found = files.flatMap((file) =>
    importsOf(file)
      .filter((specifier) => specifier.startsWith('.'))
      .map((specifier) => edgeOf(file.path, posix.join(posix.dirname(file.path), specifier)))
      .filter(({ at }) => at.startsWith(`${folder}/src`)),
  );
  return [...new Map(found.map((edge) => [`${edge.at} ${edge.from} ${edge.to}`, edge])).values()];
}

test.each(packages)('no folders of %s depend on each other in a cycle', (folder) => {
  const edges = edgesIn(folder);
  const levels = new Set(edges.map(({ at }) => at));
  const cycles = [...levels].flatMap((level) => cyclesAmong(edges.filter(({ at }) => at === level)));
  expect(cycles, 'move the shared part to the lower folder, or turn one of these imports around').toEqual([]);
});

test('names a cycle between two folders, with the imports that make it', () => {
  const edges = [
    edgeOf('src/engine/campaigns/steps/a.ts', 'src/engine/sending/b.ts'),
    edgeOf('src/engine/sending/window/c.ts', 'src/engine/campaigns/d.ts'),
    edgeOf('src/engine/sending/b.ts', 'src/engine/lists/e.ts'),
  ];
  expect(cyclesAmong(edges)).toEqual([
    [
      'src/engine: campaigns/, sending/',
      '  sending/ needs campaigns/: src/engine/sending/window/c.ts -> src/engine/campaigns/d.ts',
      '  campaigns/ needs sending/: src/engine/campaigns/steps/a.ts -> src/engine/sending/b.ts',
    ].join('\n'),
  ]);
});
