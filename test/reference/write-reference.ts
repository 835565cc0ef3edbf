// npm run reference             writes the generated pages of docs/reference
// npm run reference -- --check  reports pages that are out of date
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { referencePages } from './reference-pages.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const pages = Object.entries(await referencePages(root));

function current(path: string): string {
  try {
    return readFileSync(join(root, path), 'utf8');
  } catch {
    return '';
  }
}

const stale = pages.filter(([path, text]) => current(path) !== text);
if (process.argv.includes('--check')) {
  for (const [path] of stale) process.stderr.write(`${path} is out of date: run "npm run reference" and commit it.\n`);
  process.exit(stale.length === 0 ? 0 : 1);
}
for (const [path, text] of stale) writeFileSync(join(root, path), text);
process.stdout.write(`${stale.length} of ${pages.length} pages changed\n`);
