import { newId } from '../../domain/values/ids.ts';
import { AppError } from '../../errors/errors.ts';
import type { KeyRing } from '../../secrets/key-ring.ts';
import { seal, unseal } from '../../secrets/secret-box.ts';
import { countLinkedUploads } from '../../store/jobs/upload-store.ts';

const context = 'upload link';
const linkMs = 60 * 60_000;

/** Files by link of a workspace that are stored at a time. */
const storedMax = 20;

/** Throws `limit_reached` if the workspace has as many files by link as it can have. */
export async function requireUploadRoom(workspaceId: string): Promise<void> {
  if ((await countLinkedUploads(workspaceId)) < storedMax) return;
  const message = `${storedMax} files that were sent by link are stored. Each is deleted 24 hours after its last use.`;
  throw new AppError('limit_reached', message);
}

/** Right to store one file in a workspace, without a key. */
export interface UploadLink {
  workspaceId: string;
  uploadId: string;
  contentType: string;
  /** In ms. */
  until: number;
}

/** Makes a link that is valid for an hour. Nothing is stored before the file comes. */
export function newUploadLink(
  workspaceId: string,
  contentType: string,
  { keyRing, now }: { keyRing: KeyRing; now: Date },
): UploadLink & { token: string } {
  const link = { workspaceId, uploadId: newId('upl'), contentType, until: now.getTime() + linkMs };
  return { ...link, token: seal(keyRing, context, JSON.stringify(link)) };
}

/** Undefined if the token is not ours, or is too old. */
export function openUploadLink(
  token: string,
  { keyRing, now }: { keyRing: KeyRing; now: Date },
): UploadLink | undefined {
  try {
    const link = JSON.parse(unseal(keyRing, context, token)) as UploadLink;
    return link.until > now.getTime() ? link : undefined;
  } catch {
    return undefined;
  }
}
