import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface SourceText {
  path: string;
  text: string;
}

/** Source files of the product, without tests and test data. */
export function productSources(root: string): SourceText[] {
  const paths = globSync(['services/*/src/**/*.ts', 'deploy/launcher/**/*.ts'], { cwd: root }).filter(
    (path) => !/\.test\.ts$|\/testing\/|node_modules/.test(path),
  );
  return paths.sort().map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
}

/** A Markdown table. Bars in cells are escaped. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line), ''].join('\n');
}
