import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** `npm run icons`: copies the icons listed in icons.json from lucide-static (ISC) into one file of symbols. */
const require = createRequire(import.meta.url);
const names: string[] = JSON.parse(readFileSync(new URL('./icons.json', import.meta.url), 'utf8'));

function symbolOf(name: string): string {
  const svg = readFileSync(require.resolve(`lucide-static/icons/${name}.svg`), 'utf8');
  const shapes = /<svg[^>]*>(.*)<\/svg>/s.exec(svg)![1]!.replace(/\s*\n\s*/g, '');
  return `<symbol id="${name}" viewBox="0 0 24 24">${shapes}</symbol>`;
}

const license = '<!-- Lucide 1.62.0, ISC License, https://lucide.dev/license -->';
const file = `${license}\n<svg xmlns="http://www.w3.org/2000/svg" aria-hidden="true">\n${names.map(symbolOf).join('\n')}\n</svg>\n`;
writeFileSync(new URL('./icons.svg', import.meta.url), file);
