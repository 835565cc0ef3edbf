import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isInstalled, output, ReleaseError } from './command.ts';

/** Program that builds the image. */
export type ImageBuilder = 'buildah' | 'docker';

export function findImageBuilder(): ImageBuilder {
  if (process.getuid?.() === 0 && isInstalled('buildah') && isInstalled('mmdebstrap')) return 'buildah';
  if (isInstalled('docker', ['info'])) return 'docker';
  throw new ReleaseError(
    'The image needs root with buildah and mmdebstrap, or docker. Add --without-image to leave it out.',
  );
}

/** Builds the image of the sources in `folder` and saves it to `file`. Everything else stays in `work`. */
export async function buildImage(builder: ImageBuilder, folder: string, tag: string, file: string, work: string) {
  if (builder === 'docker') {
    await output('docker', ['build', '--quiet', '-f', 'deploy/container/Containerfile', '-t', tag, '.'], {
      cwd: folder,
    });
    await output('docker', ['save', '--output', file, tag]);
    await output('docker', ['rmi', tag]);
    return;
  }
  // A storage of its own, so that no layer or base image stays on the machine.
  const storage = join(work, 'storage.conf');
  writeFileSync(
    storage,
    `[storage]\ndriver = "vfs"\ngraphroot = "${join(work, 'images')}"\nrunroot = "${join(work, 'run')}"\n`,
  );
  const env = { ...process.env, CONTAINERS_STORAGE_CONF: storage };
  await output(join(folder, 'deploy/container/build'), [tag], { cwd: folder, env });
  await output('buildah', ['push', '--quiet', tag, `oci-archive:${file}:${tag}`], { env });
}
