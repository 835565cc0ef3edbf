import { dirname, posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { functionLengths, importsOf, type SourceFile, sourceFiles } from './tidy/read-source.ts';
import exceptions from './tidy-exceptions.json' with { type: 'json' };

// STYLE: aim at 30 to 80 lines a file and 5 to 20 a function; stop here.
const fileLinesMax = 200;
const testFileLinesMax = 300;
const functionLinesMax = 50;
const folderFilesMax = 20;
const forbiddenFolders = ['utils', 'util', 'helpers', 'common', 'lib', 'misc'];

const root = new URL('..', import.meta.url).pathname;
const files = ['services', 'shared', 'test', 'deploy'].flatMap((folder) => sourceFiles(root, folder));
const isTest = (path: string) => /\.(test|bench)\.ts$/.test(path) || path.startsWith('test/');
const isGenerated = (path: string) => path === 'shared/contract/openapi.d.ts';
/** One line per action: it grows with the product. */
const isList = (path: string) => path === 'services/core/src/actions/index.ts';
const written = files.filter(({ path }) => !isGenerated(path));

/** What is over the limit and not on the list, and what is on the list and no longer over: the list may only shrink. */
const expectOnly = (found: Record<string, number>, known: Record<string, number>): void => {
  const grown = Object.entries(found).filter(([name, size]) => size > (known[name] ?? 0));
  const stale = Object.entries(known).filter(([name, size]) => (found[name] ?? 0) < size);
  expect(Object.fromEntries(grown), 'over the limit').toEqual({});
  expect(Object.fromEntries(stale), 'smaller by now: lower or remove it in test/tidy-exceptions.json').toEqual({});
};

describe('sizes', () => {
  test('no file is longer than a reader likes', () => {
    const over = written.filter(
      ({ path, lines }) => !isList(path) && lines > (isTest(path) ? testFileLinesMax : fileLinesMax),
    );
    expectOnly(Object.fromEntries(over.map(({ path, lines }) => [path, lines])), exceptions.files);
  });

  test('no function is longer than a screen', () => {
    const over = written
      .filter(({ path }) => !isTest(path))
      .flatMap((file) => functionLengths(file).map(({ name, lines }) => [`${file.path}#${name}`, lines] as const))
      .filter(([, lines]) => lines > functionLinesMax);
    expectOnly(Object.fromEntries(over), exceptions.functions);
  });

  test('no folder holds more files than fit a table of contents', () => {
    const counts: Record<string, number> = {};
    for (const { path } of written.filter(({ path }) => !isTest(path))) {
      counts[dirname(path)] = (counts[dirname(path)] ?? 0) + 1;
    }
    const over = Object.entries(counts).filter(([, count]) => count > folderFilesMax);
    expectOnly(Object.fromEntries(over), exceptions.folders);
  });

  test('no folder is a bag', () => {
    const bags = written.filter(({ path }) =>
      dirname(path)
        .split('/')
        .some((name) => forbiddenFolders.includes(name)),
    );
    expect(bags.map(({ path }) => path)).toEqual([]);
  });
});

/** Where a layer may import from: itself, and those behind it in the row. Whatever is not named is free to all. */
const layers: Record<string, string[][]> = {
  'services/core/src': [
    ['main.ts', 'write-contract.ts', 'operator'],
    ['app.ts'],
    ['http', 'worker', 'web', 'web-public', 'identity', 'ports.ts'],
    ['actions'],
    ['store', 'mail', 'providers'],
    ['domain'],
  ],
  'services/gateway/src': [
    ['main.ts'],
    ['start.ts'],
    ['app.ts'],
    ['mcp', 'oauth'],
    ['tools'],
    ['core-client', 'store', 'identity', 'http'],
  ],
};

const layerOf = (service: string, path: string): number => {
  const [first = ''] = path.slice(service.length + 1).split('/');
  return layers[service]!.findIndex((names) => names.includes(first));
};

/** The file that a relative import means, from the root. */
const targetOf = ({ path }: SourceFile, specifier: string): string => posix.join(dirname(path), specifier);

describe.each(Object.keys(layers))('imports of %s', (service) => {
  const own = files.filter(
    ({ path }) => path.startsWith(`${service}/`) && !isTest(path) && !path.includes('/testing/'),
  );
  const edges = own.flatMap((file) =>
    importsOf(file)
      .filter((specifier) => specifier.startsWith('.'))
      .map((specifier) => [file.path, targetOf(file, specifier)] as const),
  );

  test('never turn back', () => {
    const back = edges.filter(([from, to]) => {
      const [source, target] = [layerOf(service, from), layerOf(service, to)];
      return source >= 0 && target >= 0 && target < source;
    });
    expect(back.map(([from, to]) => `${from} -> ${to}`)).toEqual([]);
  });

  test('never leave the service, but for the contract', () => {
    const outside = edges.filter(([, to]) => !to.startsWith(`${service}/`) && !to.startsWith('shared/contract/'));
    expect(outside.map(([from, to]) => `${from} -> ${to}`)).toEqual([]);
  });

  test('never reach into testing/ from what is shipped', () => {
    expect(edges.filter(([, to]) => to.includes('/testing/')).map(([from]) => from)).toEqual([]);
  });
});

const onlyIn: [string, string, string[]][] = [
  ['services/core/src', 'mongoose', ['store']],
  ['services/gateway/src', '@modelcontextprotocol/sdk', ['mcp']],
  ['services/gateway/src', 'oidc-provider', ['oauth']],
  ['services/gateway/src', 'openapi-fetch', ['core-client']],
  ['services/gateway/src', 'mongodb', ['store']],
];

test.each(onlyIn)('in %s only the right folder imports %s', (service, name, folders) => {
  const strangers = files
    .filter(({ path }) => path.startsWith(`${service}/`) && !isTest(path) && !path.includes('/testing/'))
    .filter(({ path }) => !folders.some((folder) => path.startsWith(`${service}/${folder}/`)))
    .filter((file) => importsOf(file).some((specifier) => specifier === name || specifier.startsWith(`${name}/`)));
  expect(strangers.map(({ path }) => path)).toEqual([]);
});

test('there is no import cycle', () => {
  const graph = new Map(
    files.map((file) => [
      file.path,
      importsOf(file, { withTypes: false })
        .filter((specifier) => specifier.startsWith('.'))
        .map((specifier) => targetOf(file, specifier)),
    ]),
  );
  const cycles = Object.fromEntries(cyclesIn(graph).map((cycle) => [cycle, 1]));
  expectOnly(cycles, exceptions.cycles);
});

/** Each cycle once, as the path around it. */
const cyclesIn = (graph: Map<string, string[]>): string[] => {
  const state = new Map<string, 'open' | 'done'>();
  const cycles: string[] = [];
  const visit = (node: string, trail: string[]): void => {
    if (state.get(node) === 'done') return;
    if (state.get(node) === 'open') {
      cycles.push([...trail.slice(trail.indexOf(node)), node].join(' -> '));
      return;
    }
    state.set(node, 'open');
    for (const next of graph.get(node) ?? []) visit(next, [...trail, node]);
    state.set(node, 'done');
  };
  for (const node of graph.keys()) visit(node, []);
  return cycles;
};

test('only config.ts reads the environment', () => {
  const readers = files.filter(
    ({ path, text }) => /^services\/\w+\/src\//.test(path) && !isTest(path) && /\bprocess\.env\b/.test(text),
  );
  const allowed = /\/(config|main|write-contract)\.ts$|\/testing\//;
  expect(readers.map(({ path }) => path).filter((path) => !allowed.test(path))).toEqual([]);
});
