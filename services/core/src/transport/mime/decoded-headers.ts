import { headersIn } from './mime-parts.ts';
import { decodeQuotedPrintable } from './transfer-encodings.ts';

/** RFC 2047: whitespace between two encoded words is not part of the text. */
const encodedWord = /=\?([\w-]+)(?:\*[\w-]*)?\?([bq])\?([^?\s]*)\?=(?:\s+(?==\?[\w-]+(?:\*[\w-]*)?\?[bq]\?))?/gi;

/** Decoded headers anywhere in a text that returns a message. The first one counts if a name repeats. */
export function decodedHeaders(text: string): Map<string, string> {
  return new Map([...headersIn(text)].map(([name, value]) => [name, decodeWords(value)]));
}

function decodeWords(value: string): string {
  return value.replace(encodedWord, (whole, charset: string, encoding: string, data: string) => {
    const isBase64 = encoding.toLowerCase() === 'b';
    const bytes = isBase64 ? Buffer.from(data, 'base64') : decodeQuotedPrintable(data.replaceAll('_', ' '));
    try {
      return new TextDecoder(charset).decode(bytes);
    } catch {
      return whole;
    }
  });
}
