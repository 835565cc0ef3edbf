import { readFileSync } from 'node:fs';
import { dirname, posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { functionLengths, importsOf, type SourceFile, sourceFiles, spreadLiterals } from './tidy/read-source.ts';
import exceptions from './tidy-exceptions.json' with { type: 'json' };

// STYLE: aim at 30 to 80 lines a file and 5 to 20 a function; stop here.
const fileLinesMax = 200;
const testFileLinesMax = 300;
const functionLinesMax = 50;
const folderFilesMax = 20;
const lineCharactersMax = 200;
const forbiddenFolders = ['utils', 'util', 'helpers', 'common', 'lib', 'misc'];

const root = new URL('..', import.meta.url).pathname;
const files = ['services', 'shared', 'test', 'deploy'].flatMap((folder) => sourceFiles(root, folder));
function isTest(path: string) {
  return /\.(test|bench)\.ts$/.test(path) || path.startsWith('test/');
}
function isGenerated(path: string) {
  return path === 'shared/contract/openapi.d.ts';
}
/** Tables with an entry for each action, event, rule, setting, page, or example grow with the product. */
const growingTables = [
  'services/core/src/actions/events/every-event.test.ts',
  'services/core/src/actions/index.ts',
  'services/core/src/domain/events/event-payloads.ts',
  'services/core/src/domain/sending/refusal-rules.ts',
  'services/core/src/openapi/areas.ts',
  'services/core/src/settings/config.ts',
  'services/core/src/testing/inputs/prepared-inputs.ts',
  'services/core/src/web/frame/places.ts',
  'services/core/src/web/index.ts',
  'services/core/src/web/records/record-pages.ts',
  'services/gateway/src/settings/config.ts',
  'test/reference/setting-descriptions.ts',
];
/** Texts and names in tables, kept as data. */
const dataFolders = /\/(seed|test-data)\//;
function growsWithProduct(path: string) {
  return growingTables.includes(path) || dataFolders.test(path);
}
const written = files.filter(({ path }) => !isGenerated(path));

/** What is over the limit and not on the list, and what is on the list and no longer over: the list may only shrink. */
function expectOnly(found: Record<string, number>, known: Record<string, number>): void {
  const grown = Object.entries(found).filter(([name, size]) => size > (known[name] ?? 0));
  const stale = Object.entries(known).filter(([name, size]) => (found[name] ?? 0) < size);
  expect(Object.fromEntries(grown), 'over the limit').toEqual({});
  expect(Object.fromEntries(stale), 'smaller by now: lower or remove it in test/tidy-exceptions.json').toEqual({});
}

describe('sizes', () => {
  test('no file is longer than a reader likes', () => {
    const over = written.filter(
      ({ path, lines }) => !growsWithProduct(path) && lines > (isTest(path) ? testFileLinesMax : fileLinesMax),
    );
    expectOnly(Object.fromEntries(over.map(({ path, lines }) => [path, lines])), exceptions.files);
  });

  test('no function is longer than a screen', () => {
    const over = written
      .filter(({ path }) => !isTest(path) && !growsWithProduct(path))
      .flatMap((file) => functionLengths(file).map(({ name, lines }) => [`${file.path}#${name}`, lines] as const))
      .filter(([, lines]) => lines > functionLinesMax);
    expectOnly(Object.fromEntries(over), exceptions.functions);
  });

  test('no line outside data files is wider than a screen', () => {
    const over = written
      .filter(({ path }) => !dataFolders.test(path))
      .flatMap(({ path, text }) =>
        text.split('\n').flatMap((line, index) => (line.length > lineCharactersMax ? [`${path}:${index + 1}`] : [])),
      );
    expect(over).toEqual([]);
  });

  test('no literal is spread into a literal', () => {
    const spread = written.flatMap((file) => spreadLiterals(file).map((line) => `${file.path}:${line}`));
    expect(spread, 'write the members where they belong; the formatter gives each its line').toEqual([]);
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

/** A layer imports from itself and from the layers after it. Every folder of a service has its layer. */
const layers: Record<string, string[][]> = {
  'services/core/src': [
    ['main.ts'],
    ['start', 'operator'],
    ['app.ts'],
    ['worker', 'web', 'web-public'],
    ['http'],
    ['openapi'],
    ['execution'],
    ['actions'],
    ['engine'],
    ['providers'],
    ['transport'],
    ['store'],
    ['settings', 'process', 'tracing'],
    ['domain'],
    ['schema', 'secrets'],
    ['errors'],
  ],
  'services/gateway/src': [
    ['main.ts'],
    ['start'],
    ['app.ts'],
    ['mcp', 'oauth'],
    ['tools'],
    ['cards', 'members'],
    ['http'],
    ['core-client', 'store'],
    ['settings', 'process', 'tracing'],
    ['errors'],
  ],
  'shared/node-service/src': [['http', 'network', 'process', 'settings', 'store', 'text', 'tracing']],
  'shared/embedded-mongo/src': [
    ['main.ts', 'check.ts', 'index.ts', 'maintenance'],
    ['server.ts'],
    ['protocol'],
    ['commands'],
    ['aggregate', 'planner', 'update'],
    ['sessions'],
    ['authentication', 'network'],
    ['storage'],
    ['index'],
    ['query'],
    ['expression'],
    ['regex'],
    ['bson'],
    ['allowance.ts', 'errors.ts'],
  ],
};

function layerOf(service: string, path: string): number {
  const inside = path.slice(service.length + 1);
  const [first = ''] = inside.split('/');
  const rows = layers[service]!;
  return rows.findIndex((names) => names.includes(first));
}

const store = 'services/core/src/store';
const storeFiles = written.filter(({ path }) => path.startsWith(`${store}/`) && !path.endsWith('.test.ts'));

test('who connects to the store of the core knows all of its collections', () => {
  const models = storeFiles.filter(({ text }) => /= defineModel\(/.test(text));
  const list = files.find(({ path }) => path === `${store}/connection/every-model.ts`)!;
  expect(
    importsOf(list)
      .map((name) => targetOf(list, name))
      .sort(),
  ).toEqual(models.map(({ path }) => path).sort());
});

test('every collection of the core has its place in docs/scaling.md', () => {
  const said = readFileSync(`${root}docs/scaling.md`, 'utf8');
  const names = storeFiles.flatMap(({ text }) =>
    [...text.matchAll(/= defineModel\(\s*'\w+',\s*'(\w+)'/g)].map(([, name]) => name!),
  );
  expect(names.length).toBeGreaterThan(50);
  expect(names.filter((name) => !said.includes(`\`${name}\``))).toEqual([]);
});

/** The file that a relative import means, from the root. */
function targetOf({ path }: SourceFile, specifier: string): string {
  return posix.join(dirname(path), specifier);
}

describe.each(Object.keys(layers))('imports of %s', (service) => {
  const own = files.filter(
    ({ path }) => path.startsWith(`${service}/`) && !isTest(path) && !path.includes('/testing/'),
  );
  const edges = own.flatMap((file) =>
    importsOf(file)
      .filter((specifier) => specifier.startsWith('.'))
      .map((specifier) => [file.path, targetOf(file, specifier)] as const),
  );

  test('come from folders that all have a layer', () => {
    expect(own.map(({ path }) => path).filter((path) => layerOf(service, path) < 0)).toEqual([]);
  });

  test('never turn back', () => {
    const back = edges.filter(([from, to]) => {
      const [source, target] = [layerOf(service, from), layerOf(service, to)];
      return target >= 0 && target < source;
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

/** Pages read through actions or engine/; a session, a user and the choice of a workspace are the pages' own. */
test('a page does not read the records of the product from the store', () => {
  const own =
    /\/store\/(members\/|workspaces\/|events\/notifications\/|maintenance\/erase-workspace-data\.ts|documents\/transaction\.ts)/;
  const reads = files
    .filter(({ path }) => /^services\/core\/src\/web(-public)?\//.test(path) && !isTest(path))
    .map((file) => {
      const targets = importsOf(file, { withTypes: false }).map((specifier) => targetOf(file, specifier));
      return [file.path, targets.filter((to) => to.includes('/core/src/store/') && !own.test(to)).length] as const;
    });
  expectOnly(Object.fromEntries(reads.filter(([, count]) => count > 0)), exceptions.pagesAtTheStore);
});

test('one file escapes HTML for both services', () => {
  const escaping = files.filter(
    ({ path, text }) => /^(services|shared)\/[\w-]+\/src\//.test(path) && /'&amp;'/.test(text),
  );
  expect(escaping.map(({ path }) => path).filter((path) => !isTest(path))).toEqual([
    'shared/node-service/src/text/html.ts',
  ]);
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

test.each([
  ['at run time', false],
  ['of types', true],
])('there is no import cycle %s', (_what, withTypes) => {
  const graph = new Map(
    files.map((file) => [
      file.path,
      importsOf(file, { withTypes })
        .filter((specifier) => specifier.startsWith('.'))
        .map((specifier) => targetOf(file, specifier)),
    ]),
  );
  const cycles = Object.fromEntries(cyclesIn(graph).map((cycle) => [cycle, 1]));
  expectOnly(cycles, exceptions.cycles);
});

/** Each cycle once, as the path around it. */
function cyclesIn(graph: Map<string, string[]>): string[] {
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
}

test('only config.ts reads the environment', () => {
  const readers = files.filter(
    ({ path, text }) => /^services\/\w+\/src\//.test(path) && !isTest(path) && /\bprocess\.env\b/.test(text),
  );
  const allowed = /\/(settings\/config|main|openapi\/write-contract)\.ts$|\/testing\//;
  expect(readers.map(({ path }) => path).filter((path) => !allowed.test(path))).toEqual([]);
});
