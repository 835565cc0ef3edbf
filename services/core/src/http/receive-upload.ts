import type { Context } from 'koa';
import { AppError } from '../errors.ts';
import { storeUpload, type UploadRecord } from '../store/work/upload-store.ts';

export const uploadBytesMax = 256 * 1024 * 1024;

const tooLarge = () =>
  new AppError('body_too_large', `The file is larger than ${uploadBytesMax / 1024 / 1024} MB: send it in parts.`);

/** Takes a raw body into the store, piece by piece: memory stays flat however large it is. */
export const receiveUpload = async (ctx: Context, workspaceId: string, now: Date): Promise<UploadRecord> => {
  if (Number(ctx.get('content-length')) > uploadBytesMax) throw tooLarge();
  return storeUpload(workspaceId, ctx.request.type, limited(ctx.req as AsyncIterable<Buffer>), now);
};

async function* limited(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const chunk of source) {
    size += chunk.length;
    if (size > uploadBytesMax) throw tooLarge();
    yield chunk;
  }
}
