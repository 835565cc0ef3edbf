import type { SequenceStep } from '../../domain/campaigns/sequence-step.ts';
import { attachedBytesMax, attachedCountMax } from '../../domain/messages/drafts/file-kinds.ts';
import { AppError } from '../../errors/errors.ts';
import { type FileRecord, findFiles, readFile } from '../../store/messages/file-store.ts';

export interface AttachedFile extends FileRecord {
  content: Buffer;
}

/** Refuses what a message cannot carry: files that are not there, too many, too large together. */
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

/** The steps without the files that are gone meanwhile, and how many those were. */
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

/** Their names, as previews show them; nothing where there are none. */
export async function attachmentsShown(
  workspaceId: string,
  ids: readonly string[] = [],
): Promise<{ attachments?: string[] }> {
  if (ids.length === 0) return {};
  const files = await findFiles(workspaceId, [...ids]);
  return { attachments: ids.map((id) => files.find((file) => file.id === id)?.fileName ?? id) };
}

/** The files of a message with what is in them, in its order. */
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
