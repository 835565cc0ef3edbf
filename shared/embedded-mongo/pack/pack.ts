import { copyFileSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, join, resolve } from 'node:path';

/** Node does not strip types below node_modules, so the published files are plain JavaScript. */
const source = join(import.meta.dirname, '..');
const relativeImport = /(['"])(\.{1,2}\/[^'"]+)\.ts\1/g;

interface Manifest {
  name: string;
  version: string;
  dependencies: Record<string, string>;
  [field: string]: unknown;
}

function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
}

/**
 * The manifest of the standalone package: real versions instead of workspace references, and plain files instead of
 * sources.
 */
function manifest(): Manifest {
  const { private: _private, devDependencies: _tools, scripts: _scripts, ...own } = readManifest(source);
  const versions = Object.keys(own.dependencies).map((name) => {
    const { version } = readManifest(join(source, 'node_modules', name));
    return [name, `^${version}`] as const;
  });
  return {
    ...own,
    bin: { 'embedded-mongo': './lib/main.js' },
    exports: { '.': './lib/index.js' },
    engines: { node: '>=24' },
    dependencies: Object.fromEntries(versions),
  };
}

/** Writes the package as published into a folder and removes the folder's former content. */
export function pack(target: string): void {
  rmSync(target, { recursive: true, force: true });
  for (const file of globSync('**/*.ts', { cwd: join(source, 'src') }).filter((name) => !name.endsWith('.test.ts'))) {
    const text = stripTypeScriptTypes(readFileSync(join(source, 'src', file), 'utf8'));
    const output = join(target, 'lib', file.replace(/\.ts$/, '.js'));
    mkdirSync(dirname(output), { recursive: true });
    writeFileSync(output, text.replace(relativeImport, '$1$2.js$1'));
  }
  for (const file of ['README.md', 'CHANGELOG.md', 'LICENSE']) copyFileSync(join(source, file), join(target, file));
  writeFileSync(join(target, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`);
}

if (import.meta.main) pack(resolve(process.argv[2] ?? join(source, 'build')));
