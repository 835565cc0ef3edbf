import type { Middleware } from 'koa';
import { AppError } from '../errors/errors.ts';
import { isFullDisk } from '../store/documents/full-disk.ts';
import type { RequestState } from './request-state.ts';

/** The only place where errors become responses. Unexpected errors are fully logged, and the caller gets only an ID. */
export const renderErrors: Middleware<RequestState> = async (ctx, next) => {
  try {
    await next();
  } catch (thrown) {
    const error = toAppError(thrown);
    if (error.status >= 500) ctx.state.log.error({ err: thrown }, 'failed');
    ctx.status = error.status;
    if (error.code === 'unauthenticated') ctx.set('WWW-Authenticate', 'Bearer realm="outbound"');
    const { retryAfterSeconds = error.status === 503 ? 2 : undefined } = error.options;
    if (retryAfterSeconds !== undefined) ctx.set('Retry-After', String(retryAfterSeconds));
    ctx.body = errorEnvelope(error, ctx.state.requestId);
  }
};

function errorEnvelope(error: AppError, requestId: string) {
  const { field, details, allowedValues, missingScopes, existingId, data = null } = error.options;
  const { code, message, retryable } = error;
  const docs = `/api/public/v1/docs#error-${code}`;
  const members = {
    code,
    message,
    field,
    details,
    allowedValues,
    missingScopes,
    existingId,
    retryable,
    requestId,
    docs,
  };
  return { ok: false, summary: message, data, error: members };
}

const fullDiskRetrySeconds = 30;

const transientNames = new Set([
  'MongoNetworkError',
  'MongoServerSelectionError',
  'MongoNetworkTimeoutError',
  'MongooseServerSelectionError',
  'MongoPoolClearedError',
  'MongoWaitQueueTimeoutError',
  'MongoNotConnectedError',
]);

function isTransient(thrown: Error): boolean {
  return (
    transientNames.has(thrown.name) ||
    ('hasErrorLabel' in thrown &&
      (thrown as { hasErrorLabel(label: string): boolean }).hasErrorLabel('TransientTransactionError'))
  );
}

function toAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  if (thrown instanceof URIError) return new AppError('malformed_request', 'The path is not valid percent-encoding.');
  if (thrown instanceof Error && isTransient(thrown)) {
    return new AppError(
      'unavailable',
      'The store is not reachable for a moment. Repeat the request with the same Idempotency-Key.',
      { cause: thrown },
    );
  }
  if (isFullDisk(thrown)) {
    return new AppError(
      'unavailable',
      'The disk of the store is full: nothing was changed. Reading goes on; repeat the request with the same Idempotency-Key when the operator has made room.',
      { cause: thrown, retryAfterSeconds: fullDiskRetrySeconds },
    );
  }
  return new AppError('internal', 'Something went wrong on our side. Quote the requestId when you report it.', {
    cause: thrown,
  });
}
