import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { output, ReleaseError } from './command.ts';
import { buildImage, findImageBuilder } from './image.ts';
import { changelogSection, releaseNotes } from './notes.ts';

export interface ReleaseOptions {
  /** Root of the repository. */
  root: string;
  version: string;
  /** Folder for the files of the release. Created if it doesn't exist. */
  out: string;
  hasImage: boolean;
  /** Writes the bill of materials of `root`. Replaced in tests, which have no installation. */
  writeSbom?: (root: string, file: string) => Promise<void>;
}

const versionPattern = /^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/;

/**
 * Writes the files of a release and returns their paths. The repository isn't changed: a version that differs from
 * package.json is set in the archive only. After an error, no file is left.
 */
export async function release(options: ReleaseOptions): Promise<string[]> {
  const { root, version, out, hasImage, writeSbom = pnpmSbom } = options;
  const target = resolve(out);
  await checkVersion(root, version, target);
  const changes = notesFor(root, version);
  const builder = hasImage ? findImageBuilder() : undefined;
  const work = mkdtempSync(join(tmpdir(), 'outbound-release-'));
  try {
    const name = `outbound-${version}`;
    const sources = await exportSources(root, version, join(work, name));
    const files = [await archive(work, name, await commitTime(root))];
    const sbom = join(work, 'sbom.cdx.json');
    await writeSbom(root, sbom);
    setSbomVersion(sbom, version);
    files.push(sbom);
    if (builder !== undefined) {
      const image = join(work, `${name}-image.tar`);
      await buildImage(builder, sources, `localhost/outbound:${version}`, image, work);
      files.push(image);
    }
    const notes = join(work, 'NOTES.md');
    const commit = (await output('git', ['rev-parse', 'HEAD'], { cwd: root })).trim();
    writeFileSync(notes, releaseNotes({ version, commit, changes, files: files.map((file) => basename(file)) }));
    files.push(notes);
    files.push(checksums(work, files));
    return publish(files, target);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** Rejects a version that exists, and sources that aren't committed. */
async function checkVersion(root: string, version: string, target: string): Promise<void> {
  if (!versionPattern.test(version)) throw new ReleaseError(`"${version}" is not a version such as 0.2.0.`);
  if (!existsSync(join(root, '.git'))) throw new ReleaseError('A release needs a git repository.');
  const changed = (await output('git', ['status', '--porcelain'], { cwd: root })).trim();
  if (changed !== '')
    throw new ReleaseError(
      `The working tree has uncommitted changes. Commit them first:\n${changed.split('\n').slice(0, 10).join('\n')}`,
    );
  const tags = (await output('git', ['tag', '--list', `v${version}`, version], { cwd: root })).trim();
  if (tags !== '') throw new ReleaseError(`Version ${version} already exists: tag ${tags.split('\n')[0]}.`);
  const existing = [`outbound-${version}.tar.gz`, 'SHA256SUMS'].find((name) => existsSync(join(target, name)));
  if (existing !== undefined)
    throw new ReleaseError(`${target} already contains a release (${existing}). Choose another folder.`);
}

/** Changes of the version, or those that are not released yet. */
function notesFor(root: string, version: string): string {
  const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
  const changes = changelogSection(changelog, version) || changelogSection(changelog, 'Unreleased');
  return changes || 'Internal improvements. No changes that users can notice.';
}

const versioned = [
  'package.json',
  'server.json',
  '{services,shared}/*/package.json',
  'plugins/*/.claude-plugin/plugin.json',
];

/** Committed files, with the version in every package of the product, the registry file, and the plugin. */
async function exportSources(root: string, version: string, folder: string): Promise<string> {
  mkdirSync(folder);
  const tar = join(dirname(folder), 'sources.tar');
  await output('git', ['archive', '--format=tar', `--output=${tar}`, 'HEAD'], { cwd: root });
  await output('tar', ['-xf', tar, '-C', folder]);
  rmSync(tar);
  for (const path of globSync(versioned, { cwd: folder })) {
    const file = join(folder, path);
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.replace(/^( {2}"version": )"[^"]*"/m, `$1"${version}"`));
  }
  return folder;
}

/** Time of the commit in seconds. Makes the same commit give the same archive. */
async function commitTime(root: string): Promise<string> {
  return (await output('git', ['show', '--no-patch', '--format=%ct', 'HEAD'], { cwd: root })).trim();
}

async function archive(work: string, name: string, time: string): Promise<string> {
  const tar = join(work, `${name}.tar`);
  const order = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner', `--mtime=@${time}`];
  await output('tar', ['-cf', tar, ...order, '-C', work, name]);
  await output('gzip', ['-n', '-9', tar]);
  return `${tar}.gz`;
}

async function pnpmSbom(root: string, file: string): Promise<void> {
  const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).config;
  const format = ['--sbom-format', 'cyclonedx', '--sbom-spec-version', '1.6', '--sbom-type', 'application'];
  await output('npx', ['--yes', packageManager, 'sbom', '--prod', ...format, '--out', file], { cwd: root });
}

interface Sbom {
  metadata: { component: { version: string; purl: string } };
}

/** The bill of materials names the released version, also where package.json has another one. */
function setSbomVersion(file: string, version: string): void {
  const text = readFileSync(file, 'utf8');
  const { purl } = (JSON.parse(text) as Sbom).metadata.component;
  const sbom = JSON.parse(text.replaceAll(JSON.stringify(purl), JSON.stringify(`pkg:npm/outbound@${version}`))) as Sbom;
  sbom.metadata.component.version = version;
  writeFileSync(file, `${JSON.stringify(sbom, null, 2)}\n`);
}

function checksums(work: string, files: readonly string[]): string {
  const lines = files.map((file) => {
    const digest = createHash('sha256').update(readFileSync(file)).digest('hex');
    return `${digest}  ${basename(file)}\n`;
  });
  const target = join(work, 'SHA256SUMS');
  writeFileSync(target, lines.join(''));
  return target;
}

/** Copies the finished files. If one can't be copied, the others are removed again. */
function publish(files: readonly string[], target: string): string[] {
  const isNew = !existsSync(target);
  const copied: string[] = [];
  try {
    mkdirSync(target, { recursive: true });
    for (const file of files) {
      const copy = join(target, basename(file));
      copied.push(copy);
      copyFileSync(file, copy);
    }
    return copied;
  } catch (error) {
    for (const copy of copied) rmSync(copy, { force: true });
    if (isNew) rmSync(target, { recursive: true, force: true });
    throw new ReleaseError(`${target} can't be written: ${(error as Error).message}`);
  }
}
