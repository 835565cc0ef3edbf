// npm run release -- VERSION --out FOLDER [--without-image]
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { ReleaseError, stopOnSignals } from './command.ts';
import { release } from './release.ts';

const usage = 'usage: npm run release -- VERSION --out FOLDER [--without-image]';

function options() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { out: { type: 'string' }, 'without-image': { type: 'boolean', default: false } },
    });
    const [version] = positionals;
    if (version === undefined || positionals.length > 1 || !values.out) throw new ReleaseError(usage);
    return { version, out: values.out, hasImage: !values['without-image'] };
  } catch (error) {
    throw error instanceof ReleaseError ? error : new ReleaseError(`${(error as Error).message}\n${usage}`);
  }
}

try {
  stopOnSignals();
  const root = fileURLToPath(new URL('../../', import.meta.url));
  for (const file of await release({ root, ...options() })) process.stdout.write(`${file}\n`);
} catch (error) {
  if (!(error instanceof ReleaseError)) throw error;
  process.stderr.write(`release: ${error.message}\n`);
  process.exitCode = 1;
}
