import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface SourceFile {
  /** From the folder that was searched, with slashes. */
  path: string;
  text: string;
}

/** All TypeScript files below a folder, with their text: for tests that state rules for the source. */
export function sourceFiles(folder: string): SourceFile[] {
  return globSync('**/*.ts', { cwd: folder, exclude: ['**/node_modules/**'] })
    .sort()
    .map((path) => ({ path, text: readFileSync(join(folder, path), 'utf8') }));
}
