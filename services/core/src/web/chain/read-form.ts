import { AppError } from '../../errors/errors.ts';
import { readBytes } from '../../http/read-bytes.ts';
import { readMultipart } from '../forms/read-multipart.ts';
import type { WebContext, WebMiddleware } from '../frame/web-deps.ts';

const formBytesMax = 64 * 1024;
/** Large, because forms of actions carry lists and texts. Only signed-in people can reach them. */
const actionFormBytesMax = 8 * 1024 * 1024;
/** A long text, each character of which can take 12 bytes. */
const draftBytesMax = 2 * 1024 * 1024;

/** Reads the body of a posted form; every other method passes. A file in it stays unread until a handler reads it. */
export const readForm: WebMiddleware = async (ctx, next) => {
  if (ctx.method === 'POST') {
    const bytesMax = bytesMaxOf(ctx.path);
    if (ctx.is('application/x-www-form-urlencoded')) {
      ctx.state.form = new URLSearchParams(await readBody(ctx, bytesMax));
    } else if (takesFiles(ctx.path) && ctx.is('multipart/form-data')) {
      Object.assign(ctx.state, await readMultipart(ctx.req, bytesMax));
    } else throw new AppError('unsupported_media_type', 'Send this as a form.');
  }
  await next();
};

function takesFiles(path: string): boolean {
  return path.startsWith('/app/do/') || path.startsWith('/app/import') || /^\/app\/campaigns\/[^/]+\/step$/.test(path);
}

function bytesMaxOf(path: string): number {
  if (takesFiles(path)) return actionFormBytesMax;
  return path === '/app/drafts' ? draftBytesMax : formBytesMax;
}

export function formIn(ctx: WebContext): URLSearchParams {
  return ctx.state.form ?? new URLSearchParams();
}

/** One field as text, '' if it is missing. */
export function fieldIn(ctx: WebContext, name: string): string {
  return formIn(ctx).get(name) ?? '';
}

export async function readBody(ctx: WebContext, bytesMax: number): Promise<string> {
  const bytes = await readBytes(ctx, { bytesMax, tooLarge: `The body may have at most ${bytesMax} bytes.` });
  return bytes.toString('utf8');
}
