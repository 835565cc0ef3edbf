import { type Document, isDocument, type Maybe, toNumber, type Value } from '../bson/values.ts';
import { badValue, MongoError } from '../errors.ts';
import type { Condition } from './condition.ts';
import { compileMatcher } from './match.ts';

export function sliceOf(argument: Value): (value: Maybe) => Maybe {
  const [first, second] = Array.isArray(argument) ? argument.map(toNumber) : [toNumber(argument)];
  if (first === undefined || Number.isNaN(first)) throw new MongoError(28667, 'Invalid $slice syntax');
  return (value) => {
    if (!Array.isArray(value)) return value;
    if (second === undefined) return first < 0 ? value.slice(first) : value.slice(0, first);
    const start = first < 0 ? Math.max(0, value.length + first) : first;
    return value.slice(start, start + second);
  };
}

export function firstMatching(filter: Value): (value: Maybe) => Maybe {
  if (!isDocument(filter)) throw badValue('elemMatch: Invalid argument, object required');
  const isOnValue = Object.keys(filter)[0]?.startsWith('$') === true;
  const matches = isOnValue ? compileMatcher({ element: filter }, { isSingle: true }) : compileMatcher(filter);
  return (value) => {
    if (!Array.isArray(value)) return undefined;
    const found = value.find((element) => (isOnValue ? matches({ element }) : isDocument(element) && matches(element)));
    return found === undefined ? undefined : [found];
  };
}

export function positional(
  path: string,
  conditions: readonly Condition[],
): (value: Maybe, document: Document) => Maybe {
  const relevant = conditions.filter((condition) => condition.path === path || condition.path?.startsWith(`${path}.`));
  const nest = (value: Value) =>
    path.split('.').reduceRight<Value>((inner, part) => ({ [part]: inner }), value) as Document;
  return (value) => {
    if (!Array.isArray(value)) return value;
    const found = value.find((element) => relevant.some((condition) => condition.test(nest([element]))));
    if (found === undefined)
      throw new MongoError(
        51246,
        "Executor error during find command :: caused by :: positional operator '.$' couldn't find a matching element in the array",
      );
    return [found];
  };
}
