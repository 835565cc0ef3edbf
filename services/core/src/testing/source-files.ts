import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface SourceFile {
  /** Path relative to the searched folder, with slashes. */
  path: string;
  text: string;
}

/** All TypeScript files below a folder, with their text, for tests of source code rules. */
export function sourceFiles(folder: string): SourceFile[] {
  return globSync('**/*.ts', { cwd: folder, exclude: ['**/node_modules/**'] })
    .sort()
    .map((path) => ({ path, text: readFileSync(join(folder, path), 'utf8') }));
}
