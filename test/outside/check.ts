// Judges the API from outside: clients that other people's generators make of the contract, and schemathesis. Each needs
// its own registry; what cannot be had is skipped with a line. Usage: [SEED=n] node test/outside/check.ts [name …]
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAccount, startProduct } from '../harness/product.ts';

const root = new URL('../..', import.meta.url).pathname;
const programs = join(root, 'test/outside/programs');
const generatorVersion = '7.12.0';
const minuteMs = 60_000;
const schemathesisSeconds = '300';
const seed = process.env.SEED ?? '1';

interface Place {
  folder: string;
  document: string;
  env: NodeJS.ProcessEnv;
}

interface Check {
  /** Fetches the tool; false where its registry is not reached. */
  install(place: Place): boolean;
  /** Each command must end well. */
  run(place: Place): string[][];
}

const checks: Record<string, Check> = {
  'hey-api': {
    install: ({ folder }) =>
      has(['npm', 'init', '-y'], folder) &&
      has(['npm', 'i', '@hey-api/openapi-ts@0.99.0', 'typescript@5', '@types/node@22'], folder),
    run: ({ folder, document }) => {
      mkdirSync(join(folder, 'src'), { recursive: true });
      cpSync(join(programs, 'contacts.ts'), join(folder, 'src/contacts.ts'));
      writeFileSync(
        join(folder, 'tsconfig.json'),
        JSON.stringify({ compilerOptions: typescriptOptions, include: ['src'] }),
      );
      return [
        ['npm', 'pkg', 'set', 'type=module'],
        ['npx', 'openapi-ts', '-i', document, '-o', 'src/client'],
        ['npx', 'tsc', '-p', '.'],
        ['node', 'dist/contacts.js'],
      ];
    },
  },
  'openapi-python-client': {
    install: ({ folder }) =>
      has(['python3', '-m', 'venv', 'venv'], folder) &&
      has(['venv/bin/pip', 'install', '-q', 'openapi-python-client==0.29.1'], folder),
    run: ({ document }) => [
      ['venv/bin/openapi-python-client', 'generate', '--path', document, '--output-path', 'made', '--overwrite'],
      ['venv/bin/pip', 'install', '-q', './made'],
      ['venv/bin/python', join(programs, 'contacts.py')],
    ],
  },
  go: {
    install: ({ folder }) =>
      has(['go', 'version'], folder) &&
      has(
        [
          'mvn',
          '-q',
          'dependency:copy',
          `-Dartifact=org.openapitools:openapi-generator-cli:${generatorVersion}`,
          '-DoutputDirectory=.',
        ],
        folder,
      ),
    run: ({ folder, document }) => {
      mkdirSync(join(folder, 'made/contacts'), { recursive: true });
      cpSync(join(programs, 'contacts.go.txt'), join(folder, 'made/contacts/main.go'));
      const jar = `openapi-generator-cli-${generatorVersion}.jar`;
      const generate = [
        'java',
        '-jar',
        jar,
        'generate',
        '-g',
        'go',
        '-i',
        document,
        '-o',
        'made',
        '--skip-validate-spec',
      ];
      return [generate, ['go', '-C', 'made', 'run', './contacts']];
    },
  },
  schemathesis: {
    install: ({ folder }) =>
      has(['python3', '-m', 'venv', 'venv'], folder) &&
      has(['venv/bin/pip', 'install', '-q', 'schemathesis==4.32.5'], folder),
    run: ({ document, env }) => [
      [
        'venv/bin/schemathesis',
        '--config-file',
        join(programs, 'schemathesis.toml'),
        'run',
        document,
        '--url',
        env.API!,
        '-H',
        `Authorization: Bearer ${env.KEY}`,
        '--checks',
        'all',
        '--seed',
        seed,
        '--max-time',
        schemathesisSeconds,
        '--max-failures',
        '20',
        '--request-timeout',
        '30',
      ],
    ],
  },
  // The packed client in an empty folder, without a build step: from this Node and from the oldest it is made for.
  client: {
    install: ({ folder }) =>
      has(['npm', 'pack', '--pack-destination', folder], join(root, 'shared/client')) &&
      has(['npm', 'init', '-y'], folder) &&
      has(['npm', 'i', ...globSync('*.tgz', { cwd: folder }).map((file) => `./${file}`)], folder),
    run: ({ folder }) => {
      cpSync(join(programs, 'client.mjs'), join(folder, 'client.mjs'));
      const nodes = [process.execPath, oldestNode()].filter((path) => path !== undefined);
      return nodes.map((node) => [node, 'client.mjs']);
    },
  },
};

const typescriptOptions = {
  outDir: 'dist',
  module: 'nodenext',
  moduleResolution: 'nodenext',
  target: 'es2022',
  lib: ['es2022', 'dom', 'dom.iterable'],
  strict: true,
  skipLibCheck: true,
};

/** The Node of the machine, when it is another than the project's. */
function oldestNode(): string | undefined {
  const folders = (process.env.PATH ?? '').split(':').filter((folder) => !folder.includes('node_modules'));
  return folders.map((folder) => join(folder, 'node')).find((path) => existsSync(path));
}

function has([command, ...args]: string[], folder: string): boolean {
  return spawnSync(command!, args, { cwd: folder, stdio: 'ignore', timeout: 5 * minuteMs }).status === 0;
}

/** Runs the commands in order; prints what a failing one said. */
function endsWell(commands: string[][], { folder, env }: Place): boolean {
  return commands.every(([command, ...args]) => {
    const done = spawnSync(command!, args, { cwd: folder, env, encoding: 'utf8', timeout: 15 * minuteMs });
    if (done.status !== 0)
      process.stdout.write(`${command} ${args[0]}:\n${`${done.stdout}${done.stderr}`.slice(-20_000)}\n`);
    return done.status === 0;
  });
}

const wanted = process.argv.slice(2);
const product = await startProduct();
const { key } = await createAccount(product);
const env = {
  ...process.env,
  URL: product.url,
  API: `${product.url}/api/public/v1`,
  KEY: key,
  PYTHONPATH: programs,
  SCHEMATHESIS_HOOKS: 'schemathesis_rules',
};
let failed = 0;
for (const [name, check] of Object.entries(checks).filter(([each]) => wanted.length === 0 || wanted.includes(each))) {
  const folder = mkdtempSync(join(tmpdir(), `outbound-${name}-`));
  const place = { folder, document: join(root, 'shared/contract/openapi.json'), env };
  if (!check.install(place)) process.stdout.write(`${name}: skipped, its tools cannot be had here\n`);
  else if (endsWell(check.run(place), place)) process.stdout.write(`${name}: passed\n`);
  else failed += 1;
  rmSync(folder, { recursive: true, force: true });
}
await product.stop();
process.exit(failed === 0 ? 0 : 1);
