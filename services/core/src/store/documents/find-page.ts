import type { Model } from 'mongoose';
import type { PagePosition, PageRequest, PageResult } from '../../domain/values/paging.ts';
import { valueAt } from '../../domain/values/value-at.ts';
import { toRecord } from './define-model.ts';

export type Filter = Record<string, unknown>;
export type Direction = 1 | -1;

export function fieldOf(sort: string): { field: string; direction: Direction } {
  const name = sort.replace(/^-/, '');
  return { field: name === 'id' ? '_id' : name, direction: sort.startsWith('-') ? -1 : 1 };
}

export function orderOf(sort: string): Record<string, Direction> {
  const { field, direction } = fieldOf(sort);
  return field === '_id' ? { _id: direction } : { [field]: direction, _id: direction };
}

/**
 * Ranges after a position, each one range of an index: the rest of the same value, further values, and missing values,
 * which sort first. An $or of them would not be a range and would walk from the beginning.
 */
export function rangesAfterCursor({ sort, after }: PageRequest): Filter[] {
  const { field, direction } = fieldOf(sort);
  if (after === undefined) return [{}];
  const operator = direction === 1 ? '$gt' : '$lt';
  if (field === '_id') return [{ _id: { [operator]: after.id } }];
  const value = after.value ?? null;
  const sameValue = { [field]: value, _id: { [operator]: after.id } };
  if (value === null) return direction === 1 ? [sameValue, { [field]: { $ne: null } }] : [sameValue];
  const further = [sameValue, { [field]: { [operator]: value } }];
  return direction === 1 ? further : [...further, { [field]: null }];
}

export function positionOf(document: { _id: string }, sort: string): PagePosition {
  const { field } = fieldOf(sort);
  return { value: field === '_id' ? null : (valueAt(document, field) ?? null), id: document._id };
}

export function positionOfRecord({ id, ...rest }: { id: string }, sort: string): PagePosition {
  return positionOf({ ...rest, _id: id }, sort);
}

/** Builds a page from the records read. One record more than requested means there is a next page. */
export function pageOf<Doc extends { _id: string }>(
  found: Doc[],
  { limit, sort }: PageRequest,
): PageResult<Omit<Doc, '_id'> & { id: string }> {
  const items = found.slice(0, limit);
  const last = items.at(-1);
  const next = found.length > limit && last !== undefined ? positionOf(last, sort) : null;
  return { items: items.map(toRecord), next };
}

/**
 * One page of a collection, ordered by the sort field and then by ID, so that concurrent inserts neither repeat nor
 * hide a record.
 */
export async function findPage<Doc extends { _id: string }>(
  model: Model<Doc>,
  filter: Filter,
  request: PageRequest,
  hint?: Record<string, Direction>,
): Promise<PageResult<Omit<Doc, '_id'> & { id: string }>> {
  const found: Doc[] = [];
  for (const stretch of rangesAfterCursor(request)) {
    const query = model
      .find({ $and: [filter, stretch] })
      .sort(orderOf(request.sort))
      .limit(request.limit + 1 - found.length);
    if (hint !== undefined) query.hint(hint);
    found.push(...((await query.lean()) as Doc[]));
    if (found.length > request.limit) break;
  }
  return pageOf(found, request);
}
