import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { Busboy } from '@fastify/busboy';
import { AppError } from '../../errors/errors.ts';

const fieldsMax = 5_000;

export interface FormFile {
  name: string;
  contentType: string;
  content: Readable;
}

export interface MultipartForm {
  form: URLSearchParams;
  /** Last part of the form. Fields after it are not read. */
  file?: FormFile;
}

/** Reads a form up to its file, which is passed on as a stream, so that memory use does not depend on its size. */
export function readMultipart(request: IncomingMessage, bytesMax: number): Promise<MultipartForm> {
  return new Promise((resolve, reject) => {
    const form = new URLSearchParams();
    const headers = { ...request.headers, 'content-type': request.headers['content-type']! };
    const parser = new Busboy({ headers, limits: { fieldSize: bytesMax, fields: fieldsMax, files: 1 } });
    let size = 0;
    parser.on('field', (name, value) => {
      size += value.length;
      if (size > bytesMax) reject(new AppError('body_too_large', `The form may have at most ${bytesMax} bytes.`));
      form.append(name, value);
    });
    parser.on('file', (_field, content, name, _encoding, contentType) => {
      if (name) resolve({ form, file: { name, contentType, content: content as Readable } });
      else content.resume();
    });
    parser.on('finish', () => resolve({ form }));
    parser.on('error', () => reject(new AppError('malformed_request', 'The form is cut off or not well formed.')));
    request.on('error', reject);
    request.pipe(parser);
  });
}
