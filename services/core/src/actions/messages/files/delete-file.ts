import { counted } from '../../../domain/text/counted.ts';
import { fileIdInput } from '../../../engine/messages/file-view.ts';
import { AppError, notFound } from '../../../errors/errors.ts';
import { Deleted } from '../../../schema/record-parts.ts';
import { Input } from '../../../schema/schema.ts';
import { countCampaignsWithFile, countUnsentWithFile } from '../../../store/campaigns/attached-file-store.ts';
import { findFiles, deleteFile as removeFile } from '../../../store/messages/file-store.ts';
import { defineWrite } from '../../definition/define-action.ts';

export const deleteFile = defineWrite({
  name: 'delete_file',
  title: 'Delete a file to attach',
  summary: 'Delete a file that nothing carries any more.',
  description:
    'Deletes a file that was added for attachments. Refused while a campaign that is not archived or cancelled, or a message that is not sent, carries it: take it out of their attachments first. Messages that were sent keep its id only.',
  method: 'delete',
  path: '/files/{fileId}',
  scope: 'messages:write',
  effect: 'destroy',
  input: Input(fileIdInput),
  output: Deleted,
  errors: ['not_found', 'invalid_state'],

  async plan({ fileId }, ctx) {
    const [file] = await findFiles(ctx.workspaceId, [fileId]);
    if (file === undefined) throw notFound('file', fileId);
    const campaigns = await countCampaignsWithFile(ctx.workspaceId, fileId);
    const messages = await countUnsentWithFile(ctx.workspaceId, fileId);
    if (campaigns + messages > 0) {
      const users = `${counted(campaigns, 'campaign')} and ${counted(messages, 'message')} not sent yet`;
      throw new AppError('invalid_state', `${file.fileName} is attached in ${users}: take it out there first.`);
    }
    return {
      summary: `Would delete the file ${file.fileName}.`,
      effects: [{ op: 'delete', type: 'file', id: fileId, label: file.fileName }],
      skipped: [],
      warnings: [],
      state: file,
    };
  },

  async run({ fileId }, { state: file }, ctx) {
    await removeFile(ctx.workspaceId, fileId);
    return { data: { id: fileId, deleted: true }, summary: `Deleted the file ${file.fileName}.` };
  },
});
