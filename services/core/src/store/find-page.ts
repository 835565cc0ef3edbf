import type { Model } from 'mongoose';
import type { PagePosition, PageRequest, PageResult } from '../domain/paging.ts';
import { toRecord } from './define-model.ts';

type Filter = Record<string, unknown>;

const fieldOf = (sort: string): { field: string; direction: 1 | -1 } => {
  const name = sort.replace(/^-/, '');
  return { field: name === 'id' ? '_id' : name, direction: sort.startsWith('-') ? -1 : 1 };
};

// Missing values sort before all others; the comparison operators do not cross types, so each case is spelled out.
const behind = (field: string, direction: 1 | -1, { value, id }: PagePosition): Filter => {
  const operator = direction === 1 ? '$gt' : '$lt';
  if (field === '_id') return { _id: { [operator]: id } };
  const sameValue = { [field]: value ?? null, _id: { [operator]: id } };
  if (value === null || value === undefined) {
    return direction === 1 ? { $or: [sameValue, { [field]: { $ne: null } }] } : sameValue;
  }
  const further = [{ [field]: { [operator]: value } }, sameValue];
  return { $or: direction === 1 ? further : [...further, { [field]: null }] };
};

/**
 * One page of a collection, ordered by the sort field and then by id, so that concurrent inserts neither repeat nor hide
 * a record. Reads one record more than asked for, to know whether there is a next page.
 */
export const findPage = async <Doc extends { _id: string }>(
  model: Model<Doc>,
  filter: Filter,
  request: PageRequest,
): Promise<PageResult<Omit<Doc, '_id'> & { id: string }>> => {
  const { field, direction } = fieldOf(request.sort);
  const where = request.after ? { $and: [filter, behind(field, direction, request.after)] } : filter;
  const sort: Record<string, 1 | -1> = field === '_id' ? { _id: direction } : { [field]: direction, _id: direction };
  const found = (await model
    .find(where as never)
    .sort(sort)
    .limit(request.limit + 1)
    .lean()) as unknown as Doc[];
  const items = found.slice(0, request.limit);
  const last = items.at(-1);
  const hasMore = found.length > request.limit && last !== undefined;
  const next = hasMore ? { value: (last as Record<string, unknown>)[field] ?? null, id: last._id } : null;
  return { items: items.map(toRecord), next };
};
