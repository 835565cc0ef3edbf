import { cutText } from '@outbound/node-service/text/cut-text';

// Format characters (zero-width, bidirectional, tags): invisible to people, visible to programs that read the text.
const invisible = /\p{Cf}|[\u115f\u1160\u3164]/gu;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these characters must be removed.
const control = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g;

/** Foreign text as stored: only visible characters, at most `max` of them, as well-formed Unicode. */
export function cleanText(text: string, max: number): string {
  return cutText(text.replace(/\r\n/g, '\n').replace(control, '').replace(invisible, '').toWellFormed(), max).trim();
}
