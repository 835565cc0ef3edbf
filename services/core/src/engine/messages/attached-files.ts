import type { SequenceStep } from '../../domain/campaigns/sequence-step.ts';
import { attachedBytesMax, attachedCountMax } from '../../domain/messages/drafts/file-kinds.ts';
import { AppError } from '../../errors/errors.ts';
import { type FileRecord, findFiles, readFile } from '../../store/messages/file-store.ts';

export interface AttachedFile extends FileRecord {
  content: Buffer;
}

/** Throws if a message cannot carry these attachments: missing files, too many, or too large in total. */
export async function checkAttachments(
  workspaceId: string,
  ids: readonly string[] = [],
  field = 'attachments',
): Promise<void> {
  const refuse = (message: string): never => {
    throw new AppError('validation_failed', `${field}: ${message}`, { field });
  };
  if (ids.length > attachedCountMax) refuse(`a message carries at most ${attachedCountMax} files.`);
  const files = await findFiles(workspaceId, [...ids]);
  const missing = ids.find((id) => !files.some((file) => file.id === id));
  if (missing !== undefined) refuse(`there is no file ${missing}; list_files shows those there are.`);
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  if (bytes > attachedBytesMax)
    refuse(`the files are larger than ${attachedBytesMax / 1024 / 1024} MB together: leave some out.`);
}

/** Steps without the files deleted in the meantime, and the number of those files. */
export async function withFilesThere(
  workspaceId: string,
  steps: readonly SequenceStep[],
): Promise<{ steps: SequenceStep[]; goneCount: number }> {
  const ids = [...new Set(steps.flatMap(({ attachments }) => attachments ?? []))];
  const there = new Set((await findFiles(workspaceId, ids)).map(({ id }) => id));
  const kept = steps.map(({ attachments, ...step }) => {
    const left = attachments?.filter((id) => there.has(id)) ?? [];
    return left.length > 0 ? { ...step, attachments: left } : step;
  });
  return { steps: kept, goneCount: ids.length - there.size };
}

/** File names, as shown in previews. Empty if there are no files. */
export async function attachmentsShown(
  workspaceId: string,
  ids: readonly string[] = [],
): Promise<{ attachments?: string[] }> {
  if (ids.length === 0) return {};
  const files = await findFiles(workspaceId, [...ids]);
  return { attachments: ids.map((id) => files.find((file) => file.id === id)?.fileName ?? id) };
}

/** Files of a message with their contents, in order. */
export async function readAttachments(workspaceId: string, ids: readonly string[] = []): Promise<AttachedFile[]> {
  const files = await findFiles(workspaceId, [...ids]);
  const read: AttachedFile[] = [];
  for (const id of ids) {
    const file = files.find((one) => one.id === id);
    const content = await readFile(workspaceId, id);
    if (file === undefined || content === null) throw new Error(`the file ${id} is gone`);
    read.push({ ...file, content });
  }
  return read;
}
