import { Readable } from 'node:stream';
import { Type } from 'typebox';
import { fileIdInput } from '../../../engine/messages/file-view.ts';
import { notFound } from '../../../errors/errors.ts';
import { Input } from '../../../schema/schema.ts';
import { findFiles, readFile } from '../../../store/messages/file-store.ts';
import { defineRead } from '../../definition/define-action.ts';

export const getFile = defineRead({
  name: 'get_file',
  title: 'Download a file for attachments',
  summary: 'Download one file that messages can attach.',
  description:
    'Downloads one file that was added for attachments, unchanged (application/octet-stream). To find files, use list_files.',
  method: 'get',
  path: '/files/{fileId}',
  scope: 'messages:read',
  input: Input(fileIdInput),
  output: Type.String({ description: 'The file.' }),
  errors: ['not_found'],
  downloads: { types: ['application/octet-stream'], always: true },

  async run({ fileId }, ctx) {
    const [file] = await findFiles(ctx.workspaceId, [fileId]);
    const content = await readFile(ctx.workspaceId, fileId);
    if (file === undefined || content === null) throw notFound('file', fileId);
    const download = {
      contentType: 'application/octet-stream',
      fileName: file.fileName,
      body: Readable.from([content]),
    };
    return { data: '', summary: `${file.bytes} bytes.`, download };
  },
});
