import { createHash } from 'node:crypto';
import { Type } from 'typebox';
import {
  fileBytesMax,
  fileEndings,
  filesMax,
  fileTypeOf,
  fileTypes,
} from '../../../domain/messages/drafts/file-kinds.ts';
import type { ActionContext } from '../../../engine/context/action-context.ts';
import { FileView, toFileView } from '../../../engine/messages/file-view.ts';
import { AppError } from '../../../errors/errors.ts';
import { Input, Text } from '../../../schema/schema.ts';
import { readUpload } from '../../../store/jobs/upload-store.ts';
import { countFiles, findSameFile, insertFile } from '../../../store/messages/file-store.ts';
import { defineWrite } from '../../definition/define-action.ts';

export const addFile = defineWrite({
  name: 'add_file',
  title: 'Add a file for attachments',
  summary: 'Store a file that messages can attach.',
  description:
    'Stores a file for attachments of campaign steps, messages, and answers. Send it as the raw body with ' +
    'fileName in the query, or as content in base64. Up to 5 MB, with one of these extensions: ' +
    `${fileEndings.join(', ')}. Returns the file. Put its ID into attachments. Stays until delete_file.`,
  method: 'post',
  path: '/files',
  scope: 'messages:write',
  effect: 'write',
  uploads: { types: [...new Set(Object.values(fileTypes))], replaces: 'content' },
  input: Input({
    fileName: Type.String({
      minLength: 1,
      maxLength: 150,
      pattern: '^[^/\\\\\\x00-\\x1f\\x7f]+$',
      description: 'File name with extension that recipients see, such as offer.pdf.',
    }),
    content: Type.Optional(Text(3_000_000, 'File content in base64, if it is not the raw body.')),
  }),
  output: FileView,
  statuses: [200, 201],
  errors: ['limit_reached'],
  example: { fileName: 'hello.txt', content: 'SGVsbG8uCg==' },

  async plan({ fileName, content }, ctx) {
    const contentType = fileTypeOf(fileName);
    if (contentType === null) {
      refuse('fileName', `only these types of files can be sent: ${fileEndings.join(', ')}.`, fileEndings);
    }
    const bytes = await contentOf(content, ctx);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const same = await findSameFile(ctx.workspaceId, sha256, fileName);
    if (same === null && (await countFiles(ctx.workspaceId)) >= filesMax) {
      throw new AppError(
        'limit_reached',
        `A workspace stores at most ${filesMax} files. Delete some first (delete_file).`,
      );
    }
    const facts = { fileName, contentType, bytes: bytes.length, sha256 };
    return {
      summary: same === null ? `Would store the file ${fileName}.` : `The file ${fileName} is already stored.`,
      effects: same === null ? [{ op: 'create', type: 'file', label: fileName, changes: facts }] : [],
      skipped: [],
      warnings: [],
      state: { same, facts, bytes },
    };
  },

  async run(_input, { state: { same, facts, bytes } }, ctx) {
    if (same !== null) {
      return { status: 200, data: toFileView(same), summary: `The file ${same.fileName} was already stored.` };
    }
    const file = await insertFile(ctx.workspaceId, facts, bytes, ctx.now());
    return { status: 201, data: toFileView(file), summary: `Stored the file ${file.fileName}.` };
  },
});

function refuse(field: string, message: string, allowedValues?: readonly string[]): never {
  throw new AppError('validation_failed', `${field}: ${message}`, { field, allowedValues });
}

async function contentOf(content: string | undefined, { upload, workspaceId }: ActionContext): Promise<Buffer> {
  const tooLarge = `a file is at most ${fileBytesMax / 1024 / 1024} MB.`;
  if (upload !== undefined) {
    if (upload.bytes > fileBytesMax) refuse('content', tooLarge);
    const pieces: Buffer[] = [];
    for await (const piece of readUpload(workspaceId, upload.id)) pieces.push(piece);
    return refuseEmpty(Buffer.concat(pieces));
  }
  if (content === undefined) refuse('content', 'send the file as the raw body, or in base64 as content.');
  if (!/^[A-Za-z0-9+/\s]*={0,2}\s*$/.test(content)) refuse('content', 'it is not base64.');
  return refuseEmpty(Buffer.from(content, 'base64'));
}

function refuseEmpty(bytes: Buffer): Buffer {
  if (bytes.length === 0) refuse('content', 'the file is empty.');
  return bytes;
}
