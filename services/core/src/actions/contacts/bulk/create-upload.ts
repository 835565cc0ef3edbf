import { Type } from 'typebox';
import { shellWord } from '../../../domain/text/shell-word.ts';
import { newUploadLink, requireUploadRoom } from '../../../engine/jobs/upload-link.ts';
import { Input, OneOf, Text } from '../../../schema/schema.ts';
import { uploadBytesMax } from '../../../store/jobs/upload-store.ts';
import { apiPrefix, defineRead } from '../../definition/define-action.ts';

export const createUpload = defineRead({
  name: 'create_upload',
  title: 'Get a link for a file',
  summary: 'Get a link to which a program sends a file to import.',
  description:
    'Returns a url for one file. Send the file there by PUT within an hour, without a key: curl -T contacts.csv ' +
    '"<url>". Then import_contacts takes the id as uploadId, also again, so that a file passes through no model and ' +
    'no JSON. Nothing is stored until the file comes. It is deleted 24 hours later, or 24 hours after its last job. At most 20 files are stored.',
  method: 'post',
  path: '/uploads',
  scope: 'contacts:write',
  input: Input({
    fileName: Type.Optional(Text(200, 'Name of the file, for the command that sends it.')),
    mediaType: OneOf(['text/csv', 'application/x-ndjson'], { description: 'Format of the file.' }),
  }),
  output: Type.Object({
    id: Type.String({ description: 'Pass it to import_contacts as uploadId.' }),
    url: Type.String({ description: 'Address for the file, for one PUT.' }),
    expiresAt: Type.String({ format: 'date-time', description: 'Time until which the file must arrive.' }),
    maxBytes: Type.Integer({ description: 'Maximum size of the file in bytes.' }),
  }),
  errors: ['limit_reached'],
  example: { fileName: 'contacts.csv', mediaType: 'text/csv' },

  async run({ fileName = 'FILE', mediaType }, { workspaceId, config, now }) {
    await requireUploadRoom(workspaceId);
    const link = newUploadLink(workspaceId, mediaType, { keyRing: config.keyRing, now: now() });
    const data = {
      id: link.uploadId,
      url: `${config.baseUrl}${apiPrefix}/uploads/${link.token}`,
      expiresAt: new Date(link.until).toISOString(),
      maxBytes: uploadBytesMax,
    };
    return {
      data,
      summary: `Send the file: curl -T ${shellWord(fileName)} "${data.url}". Then import it with this id.`,
    };
  },
});
