import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { isInstalled } from './command.ts';
import { changelogSection } from './notes.ts';
import { release } from './release.ts';

const work = mkdtempSync(join(tmpdir(), 'outbound-release-test-'));
afterAll(() => rmSync(work, { recursive: true }));

let root: string;
let out: string;
let count = 0;

function git(...args: string[]): string {
  const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com'];
  const { status, stdout, stderr } = spawnSync('git', [...identity, ...args], { cwd: root, encoding: 'utf8' });
  expect(status, stderr).toBe(0);
  return stdout;
}

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

function createRepository(): void {
  count += 1;
  root = join(work, `repository-${count}`);
  out = join(work, `out-${count}`);
  write('package.json', '{\n  "name": "outbound",\n  "version": "0.1.0"\n}\n');
  write('services/core/package.json', '{\n  "version": "0.1.0"\n}\n');
  write(
    'CHANGELOG.md',
    '# Changelog\n\n## Unreleased\n\n### API\n\n- Added a field.\n\n### Empty\n\n## 0.1.0\n\n- First.\n',
  );
  git('init', '--quiet');
  git('add', '--all');
  git('commit', '--quiet', '--message', 'start');
}

async function writeSbom(_root: string, file: string): Promise<void> {
  const purl = 'pkg:npm/outbound@0.1.0';
  const component = { name: 'outbound', version: '0.1.0', purl, 'bom-ref': purl };
  writeFileSync(
    file,
    JSON.stringify({ bomFormat: 'CycloneDX', metadata: { component }, dependencies: [{ ref: purl }] }),
  );
}

function run(version = '0.2.0'): Promise<string[]> {
  return release({ root, version, out, hasImage: false, writeSbom });
}

describe.skipIf(!isInstalled('git'))('a release (needs git)', () => {
  beforeEach(createRepository);

  test('writes notes, archive, bill of materials, and checksums that hold', async () => {
    await run();
    expect(readdirSync(out).sort()).toEqual(['NOTES.md', 'SHA256SUMS', 'outbound-0.2.0.tar.gz', 'sbom.cdx.json']);
    for (const line of readFileSync(join(out, 'SHA256SUMS'), 'utf8').trim().split('\n')) {
      const [digest, name] = line.split('  ');
      expect(
        createHash('sha256')
          .update(readFileSync(join(out, name!)))
          .digest('hex'),
        name,
      ).toBe(digest);
    }
    const notes = readFileSync(join(out, 'NOTES.md'), 'utf8');
    expect(notes).toContain('- Added a field.');
    expect(notes).not.toContain('### Empty');
    const sbom = JSON.parse(readFileSync(join(out, 'sbom.cdx.json'), 'utf8'));
    expect(sbom).toMatchObject({
      metadata: { component: { version: '0.2.0', purl: 'pkg:npm/outbound@0.2.0' } },
      dependencies: [{ ref: 'pkg:npm/outbound@0.2.0' }],
    });
  });

  test('sets the version in the archive and changes nothing in the repository', async () => {
    await run();
    const listed = spawnSync('tar', [
      '-xOf',
      join(out, 'outbound-0.2.0.tar.gz'),
      'outbound-0.2.0/package.json',
      'outbound-0.2.0/services/core/package.json',
    ]);
    expect(String(listed.stdout).match(/"version": "0\.2\.0"/g)).toHaveLength(2);
    expect(git('status', '--porcelain')).toBe('');
    expect(git('tag')).toBe('');
  });

  test('gives the same archive for the same commit', async () => {
    const [first] = await run();
    const digest = createHash('sha256').update(readFileSync(first!)).digest('hex');
    out = `${out}-again`;
    const [second] = await run();
    expect(createHash('sha256').update(readFileSync(second!)).digest('hex')).toBe(digest);
  });

  test.each([
    ['an uncommitted change', () => write('package.json', '{}'), /uncommitted changes/],
    ['a new file', () => write('new.txt', ''), /uncommitted changes/],
    ['a tag of the version', () => git('tag', 'v0.2.0'), /already exists/],
    [
      'an earlier release in the folder',
      () => [mkdirSync(out), writeFileSync(join(out, 'SHA256SUMS'), '')],
      /already contains a release/,
    ],
  ])('rejects %s and leaves nothing behind', async (_case, prepare, message) => {
    prepare();
    const before = existsSync(out) ? readdirSync(out) : [];
    const temporary = readdirSync(tmpdir()).filter((name) => /^outbound-release-(?!test-)/.test(name));
    await expect(run()).rejects.toThrow(message);
    expect(existsSync(out) ? readdirSync(out) : []).toEqual(before);
    expect(readdirSync(tmpdir()).filter((name) => /^outbound-release-(?!test-)/.test(name))).toEqual(temporary);
  });

  test('leaves nothing behind if a step fails', async () => {
    const failing = async () => {
      throw new Error('no registry');
    };
    await expect(release({ root, version: '0.2.0', out, hasImage: false, writeSbom: failing })).rejects.toThrow(
      'no registry',
    );
    expect(existsSync(out)).toBe(false);
  });

  test.each(['1', 'v1.0.0', '1.0', '../1.0.0', ''])('rejects the version "%s"', async (version) => {
    await expect(run(version)).rejects.toThrow(/is not a version/);
  });
});

test('finds the section of a version, with brackets and a date as well', () => {
  const changelog = '## [1.2.0] - 2026-01-31\n\n- A change.\n\n## 1.2.0-rc.1\n\n- Another.\n';
  expect(changelogSection(changelog, '1.2.0')).toBe('- A change.');
  expect(changelogSection(changelog, '1.2.0-rc.1')).toBe('- Another.');
  expect(changelogSection(changelog, '9.9.9')).toBeUndefined();
});
