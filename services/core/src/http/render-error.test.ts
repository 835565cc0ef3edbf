import { pino } from 'pino';
import { expect, test } from 'vitest';
import { AppError, type ErrorCode, errorTable } from '../errors/errors.ts';
import { renderErrors } from './render-error.ts';

const log = pino({ level: 'silent' });

async function render(thrown: unknown) {
  const headers: Record<string, string> = {};
  // biome-ignore lint/suspicious/noExplicitAny: the part of Koa's context that the step uses.
  const ctx: any = {
    state: { log, requestId: 'req_1' },
    set: (name: string, value: string) => (headers[name] = value),
  };
  await renderErrors(ctx, () => Promise.reject(thrown));
  return { status: ctx.status, body: ctx.body, headers };
}

test('returns only the request ID for an unknown error', async () => {
  const { status, body } = await render(new Error('password is hunter2'));
  expect(status).toBe(500);
  expect(body.error).toMatchObject({ code: 'internal', requestId: 'req_1', retryable: true });
  expect(JSON.stringify(body)).not.toContain('hunter2');
});

test('distinguishes a temporarily unavailable store from an internal error', async () => {
  const error = Object.assign(new Error('connect ECONNREFUSED'), { name: 'MongoServerSelectionError' });
  const { status, body, headers } = await render(error);
  expect([status, body.error.code]).toEqual([503, 'unavailable']);
  expect(headers['Retry-After']).toBe('2');
});

test.each(Object.keys(errorTable) as ErrorCode[])('renders %s with its status and a link to its line', async (code) => {
  const { status, body } = await render(new AppError(code));
  expect(status).toBe(errorTable[code].status);
  expect(body).toMatchObject({ ok: false, summary: errorTable[code].text, data: null });
  expect(body.error).toMatchObject({ code, docs: `/api/public/v1/docs#error-${code}` });
});
