import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface SourceFile {
  /** From the root of the repository, with slashes. */
  path: string;
  text: string;
  lines: number;
}

export function sourceFiles(root: string, folder: string): SourceFile[] {
  return globSync(`${folder}/**/*.ts`, {
    cwd: root,
    exclude: (name) => /(^|\/)(node_modules|data|dist|fixtures)$/.test(name),
  })
    .sort()
    .map((path) => {
      const text = readFileSync(join(root, path), 'utf8');
      return { path, text, lines: text.split('\n').length - 1 };
    });
}

const importPattern =
  /^(?:import|export)\s(?:(type)\s)?[^'";]*?from\s+'([^']+)'|^import\s+'([^']+)'|\bimport\('([^']+)'\)/gm;

/** What a file imports, also by `export … from` and `import(…)`; without what only types need when asked. */
export function importsOf({ text }: SourceFile, { withTypes = true } = {}): string[] {
  return [...text.matchAll(importPattern)].flatMap(([, type, from, bare, dynamic]) => {
    const specifier = from ?? bare ?? dynamic;
    return specifier === undefined || (type !== undefined && !withTypes) ? [] : [specifier];
  });
}

const startPattern =
  /^(?:(\s*)(?:export )?(?:default )?(?:async )?function\*? (\w+)|(\s*)(?:export )?const (\w+)(?:: [^=]+)? = (?:async )?(?:<.*>)?\(|(\s+)(?:async )?\*?(\w+)\(.*\).*\{$)/;

/** Named functions with their lengths. The formatter puts the end of a function at the indentation of its start. */
export function functionLengths({ text }: SourceFile): { name: string; lines: number }[] {
  const lines = text.split('\n');
  return lines.flatMap((line, index) => {
    const found = startPattern.exec(line);
    if (found === null || /^\s*(if|for|while|switch|catch|return)\b/.test(line)) return [];
    const indent = found[1] ?? found[3] ?? found[5] ?? '';
    const name = found[2] ?? found[4] ?? found[6] ?? '';
    const rest = lines.slice(index + 1);
    const isNextStatement = (text: string) => text.startsWith(indent) && /^[^\s)]/.test(text.slice(indent.length));
    const end = line.endsWith(';') ? -1 : rest.findIndex(isNextStatement);
    return [{ name, lines: end < 0 ? 1 : end + 2 }];
  });
}
