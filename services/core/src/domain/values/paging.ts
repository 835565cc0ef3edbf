import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import { AppError } from '../../errors/errors.ts';
import { pageSizeDefault } from '../../schema/schema.ts';
import { digestOf } from './canonical-json.ts';

/** Start of a page: after the record with this sort value and ID. */
export interface PagePosition {
  value: unknown;
  id: string;
}

/** `sort`: field name, prefixed with "-" for descending order. */
export interface PageRequest {
  limit: number;
  sort: string;
  after?: PagePosition;
}

export interface PageResult<T> {
  items: T[];
  next: PagePosition | null;
}

interface CursorPayload {
  q: string;
  v: unknown;
  t?: 'date';
  id: string;
}

function sign(key: KeyObject, body: string): string {
  return createHmac('sha256', key).update(body).digest('base64url').slice(0, 22);
}

function queryDigest(input: Record<string, unknown>): string {
  const { cursor: _cursor, limit: _limit, ...query } = input;
  return digestOf(query).slice(0, 16);
}

/** Opaque, signed cursors, bound to their original query. The limit can change between pages. */
export function createPager(key: KeyObject) {
  return {
    request(input: Record<string, unknown>, defaultSort: string): PageRequest {
      const sort = typeof input.sort === 'string' ? input.sort : defaultSort;
      const limit = typeof input.limit === 'number' ? input.limit : pageSizeDefault;
      if (typeof input.cursor !== 'string') return { limit, sort };
      return { limit, sort, after: decode(key, input.cursor, queryDigest(input)) };
    },
    answer<T>(input: Record<string, unknown>, request: PageRequest, result: PageResult<T>) {
      const { next } = result;
      return { limit: request.limit, nextCursor: next === null ? null : encode(key, next, queryDigest(input)) };
    },
  };
}

export type Pager = ReturnType<typeof createPager>;

function encode(key: KeyObject, position: PagePosition, query: string): string {
  const payload: CursorPayload = { q: query, v: position.value, id: position.id };
  if (position.value instanceof Date) payload.t = 'date';
  const body = Buffer.from(JSON.stringify(payload)).toString('base64url');
  return `${body}.${sign(key, body)}`;
}

function decode(key: KeyObject, cursor: string, query: string): PagePosition {
  const [body = '', mark = ''] = cursor.split('.');
  const expected = Buffer.from(sign(key, body));
  const given = Buffer.from(mark);
  const isGenuine = given.length === expected.length && timingSafeEqual(given, expected);
  if (!isGenuine) {
    throw new AppError(
      'validation_failed',
      'cursor is not one of ours: pass nextCursor of the page before, unchanged.',
      { field: 'cursor' },
    );
  }
  const payload = JSON.parse(Buffer.from(body, 'base64url').toString()) as CursorPayload;
  if (payload.q !== query) {
    throw new AppError(
      'validation_failed',
      'cursor belongs to another query: keep filters and sort as they were on the page before.',
      { field: 'cursor' },
    );
  }
  return { value: payload.t === 'date' ? new Date(payload.v as string) : payload.v, id: payload.id };
}
