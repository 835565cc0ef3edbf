import { cutText } from '@outbound/node-service/text/cut-text';

// Format characters (zero-width, bidirectional, tags): invisible to people, visible to programs that read the text.
const invisible = /\p{Cf}|[\u115f\u1160\u3164]/gu;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what has to go.
const control = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g;

/** Foreign text as it is stored: visible characters only, at most `max` of them, and well-formed Unicode. */
export function cleanText(text: string, max: number): string {
  return cutText(text.replace(/\r\n/g, '\n').replace(control, '').replace(invisible, '').toWellFormed(), max).trim();
}
