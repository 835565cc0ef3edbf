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
  title: 'Delete a file for attachments',
  summary: 'Delete a file that is no longer attached.',
  description:
    'Deletes a file that was added for attachments. Rejected while a campaign (unless archived or cancelled) ' +
    'or an unsent message attaches it: remove it from their attachments first. Sent messages keep only its ID.',
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
      const users = `${counted(campaigns, 'campaign')} and ${counted(messages, 'unsent message')}`;
      throw new AppError('invalid_state', `${file.fileName} is attached in ${users}. Remove it there first.`);
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
