import Router from '@koa/router';
import type { Middleware } from 'koa';
import { apiPrefix } from '../../actions/definition/define-action.ts';
import { openUploadLink, requireUploadRoom } from '../../engine/jobs/upload-link.ts';
import { AppError } from '../../errors/errors.ts';
import { isDuplicateKey } from '../../store/documents/transaction.ts';
import { storeLinkedUpload } from '../../store/jobs/upload-store.ts';
import { limitedBody } from '../parse-input.ts';
import type { Deps } from '../request-state.ts';

/** Takes the file of a link from `create_upload`. The link is the permission, so no key is read. */
export function uploadRoute(deps: Pick<Deps, 'config' | 'now'>): Middleware {
  const router = new Router();
  router.put(`${apiPrefix}/uploads/:token`, async (ctx) => {
    const link = openUploadLink(ctx.params.token!, { keyRing: deps.config.keyRing, now: deps.now() });
    if (link === undefined)
      throw new AppError('not_found', 'This link is unknown or has expired: get another one with create_upload.');
    await requireUploadRoom(link.workspaceId);
    try {
      const { id, bytes, lines } = await storeLinkedUpload(link, limitedBody(ctx), deps.now());
      ctx.status = 201;
      const summary = `Stored ${bytes} bytes. Import them with uploadId ${id}.`;
      ctx.body = { ok: true, summary, data: { id, bytes, lines } };
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      throw new AppError('already_exists', 'This link was used before: get another one with create_upload.');
    }
  });
  return router.routes() as Middleware;
}
