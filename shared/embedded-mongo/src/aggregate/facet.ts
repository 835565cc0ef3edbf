import { type Document, isDocument } from '../bson/values.ts';
import { MongoError } from '../errors.ts';
import type { StageFactory } from './stage.ts';

export const facetStage: StageFactory = (operand, context) => {
  if (!isDocument(operand)) throw new MongoError(40169, 'the $facet specification must be a non-empty object');
  const facets = Object.entries(operand).map(([name, stages]) => {
    if (!Array.isArray(stages)) throw new MongoError(40170, `arguments to $facet must be arrays, ${name} is not`);
    return [name, context.compile(stages, context)] as const;
  });
  return function* (source) {
    const all: Document[][] = [];
    for (const chunk of source) {
      if (chunk.length > 0) all.push(chunk);
      yield [];
    }
    yield [Object.fromEntries(facets.map(([name, run]) => [name, [...run(all)].flat()]))];
  };
};
