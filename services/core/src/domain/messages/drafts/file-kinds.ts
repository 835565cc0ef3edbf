/** Allowed attachments, by file extension. No executable files. */
export const fileTypes = {
  csv: 'text/csv',
  txt: 'text/plain',
  ics: 'text/calendar',
  vcf: 'text/vcard',
  pdf: 'application/pdf',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  odt: 'application/vnd.oasis.opendocument.text',
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
  odp: 'application/vnd.oasis.opendocument.presentation',
} as const;

export const fileEndings = Object.keys(fileTypes);

/** Null if such files cannot be sent. */
export function fileTypeOf(fileName: string): string | null {
  const ending = /\.([a-z0-9]+)$/i.exec(fileName)?.[1]?.toLowerCase() ?? '';
  return Object.hasOwn(fileTypes, ending) ? fileTypes[ending as keyof typeof fileTypes] : null;
}

/** Many servers reject larger messages. Base64 makes attachments a third larger. */
export const fileBytesMax = 5 * 1024 * 1024;
export const attachedBytesMax = 10 * 1024 * 1024;
export const attachedCountMax = 5;
/** Maximum files of one workspace. */
export const filesMax = 200;
