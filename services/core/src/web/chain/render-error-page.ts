import { AppError } from '../../errors/errors.ts';
import { renderPage } from '../frame/render-page.ts';
import type { WebMiddleware } from '../frame/web-deps.ts';

const internalText =
  'Something went wrong on our side. Try again. If the problem continues, give the operator the request ID below.';

/** Turns an error from a page into a page for the person. Unexpected errors go to the log. */
export const renderErrorPage: WebMiddleware = async (ctx, next) => {
  try {
    await next();
  } catch (error) {
    const isKnown = error instanceof AppError;
    if (!isKnown || error.status >= 500) ctx.state.log.error({ err: error }, 'page failed');
    ctx.status = isKnown ? error.status : 500;
    if (isKnown && error.options.retryAfterSeconds) ctx.set('Retry-After', String(error.options.retryAfterSeconds));
    await renderPage(ctx, 'error', {
      status: ctx.status,
      message: isKnown ? error.message : internalText,
      requestId: ctx.state.requestId,
    });
  }
};
