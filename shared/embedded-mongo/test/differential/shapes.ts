import type { Difference } from './difference.ts';
import type { Action } from './generate.ts';

export function json(value: unknown) {
  return JSON.stringify(value ?? null);
}

export function sortsByOtherThanId(action: Action): boolean {
  const stages = (action.stages ?? []) as { $sort?: object; $facet?: Record<string, { $sort?: object }[]> }[];
  const inFacets = stages.flatMap((stage) => Object.values(stage.$facet ?? {}).flat());
  const sorts = [action.sort as object | undefined, ...[...stages, ...inFacets].map((stage) => stage.$sort)];
  return sorts.some((sort) => sort !== undefined && Object.keys(sort).length > 1);
}

export function updatesMany({ kind, body }: Action): boolean {
  return kind === 'updateMany' || (kind === 'command' && json(body).includes('"multi":true'));
}

/** True if the two differ only in the order of fields. */
export function differsInFieldOrderOnly({ own, other, after }: Difference): boolean {
  const sorted = (text: string) =>
    JSON.stringify(JSON.parse(text), (_name, value) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1)))
        : value,
    );
  const [left, right] = after ? [after.own, after.other] : [own, other];
  return isJson(left) && isJson(right) && sorted(left) === sorted(right);
}

export function isRefusal(text: string): boolean {
  return text === 'refused' || text === 'duplicate';
}

function isJson(text: string): boolean {
  return /^[[{]/.test(text);
}

/** True for an $expr that compares a field with a constant, if the field is the first one of an index. */
export function comparesIndexedField({ action, indexes }: Difference): boolean {
  const found = [...json([action.filter, action.stages]).matchAll(/"\$expr":\{"\$\w+":\["\$(\w+)",[^"]/g)];
  return found.some(([, field]) => indexes.some((key) => Object.keys(key)[0] === field));
}

/** The responses, or the collections if the responses agree. */
export function shown({ own, other, after }: Difference): { own: string; other: string } {
  return after ?? { own, other };
}

export function sameButForModified(own: string, other: string): boolean {
  if (!isJson(own) || !isJson(other)) return false;
  const [left, right] = [JSON.parse(own), JSON.parse(other)];
  return left.matchedCount !== undefined && json(left.matchedCount) === json(right.matchedCount);
}

const digitsShared = 14;

/** Formats averages as one number type, up to the precision of a double. */
export function averagesRounded(groups: string): string {
  return groups.replace(/"r":\{"\$number(?:Decimal|Double)":"([^"]*)"\}/g, (_all, digits: string) => {
    return `"r":${Number(digits).toPrecision(digitsShared)}`;
  });
}

export function withoutZeroPlaces(text: string): string {
  return text.replace(/"\$numberDecimal":"(-?)0[.0]*(E-\d+)?"/g, '"$numberDecimal":"$10"');
}

/** Removes the result of a $count without input in a facet. */
export function withoutZeroCounts(text: string): string {
  return text.replaceAll('[{"n":{"$numberInt":"0"}}]', '[]');
}
