// Builds dist/ for the package: plain JavaScript with types, including those of the API. Needs TypeScript of the
// project.
import { spawnSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = dirname(fileURLToPath(import.meta.url));
const dist = join(folder, 'dist');

rmSync(dist, { recursive: true, force: true });
const { status } = spawnSync(join(folder, 'node_modules', '.bin', 'tsc'), ['-p', join(folder, 'tsconfig.build.json')], {
  stdio: 'inherit',
});
if (status !== 0) process.exit(status ?? 1);
cpSync(join(folder, '..', 'contract', 'openapi.d.ts'), join(dist, 'openapi.d.ts'));
for (const file of readdirSync(dist).filter((name) => name.endsWith('.d.ts') && name !== 'openapi.d.ts')) {
  const path = join(dist, file);
  writeFileSync(path, readFileSync(path, 'utf8').replaceAll('@outbound/contract/openapi', './openapi.js'));
}
