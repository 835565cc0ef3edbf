import { type Static, Type } from 'typebox';
import { attachedCountMax } from '../../domain/messages/drafts/file-kinds.ts';
import { Id, Named, Timestamp } from '../../schema/schema.ts';
import { viewOf } from '../../schema/view-of.ts';
import type { FileRecord } from '../../store/messages/file-store.ts';

export const fileIdInput = { fileId: Id('fil', 'The file.') };

export const FileView = Named(
  'File',
  Type.Object({
    id: Type.String({ description: 'fil_…; stands in attachments of steps, messages and answers.' }),
    fileName: Type.String({ description: 'Name that recipients see.' }),
    contentType: Type.String({ description: 'Media type, by the ending of the name.' }),
    bytes: Type.Integer({ description: 'Size.' }),
    sha256: Type.String({ description: 'Digest of the content, in hex.' }),
    createdAt: Timestamp('Time at which it was added.'),
  }),
);

export function toFileView(file: FileRecord): Static<typeof FileView> {
  return viewOf(FileView, file, {});
}

export const AttachmentsInput = Type.Optional(
  Type.Array(Id('fil', 'A file of the workspace.'), {
    maxItems: attachedCountMax,
    uniqueItems: true,
    description: 'Files that go with it (add_file), up to 10 MB together; [] for none.',
  }),
);

export const AttachmentsView = Type.Array(Type.String({ description: 'fil_….' }), {
  description: 'Files that go with it; list_files names them.',
});
