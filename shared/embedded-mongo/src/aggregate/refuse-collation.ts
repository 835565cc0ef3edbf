import { type Document, isDocument, type Value } from '../bson/values.ts';
import { notSupported } from '../errors.ts';

/** Stages in which nothing but filters and sorts compares text. */
const safe = new Set(
  `$match $sort $limit $skip $count $unwind $unset $facet $lookup $unionWith $sample $out $merge`.split(' '),
);

/** What drivers send for countDocuments: one group for everything, adding up constants. */
function isPlainCount(operand: Document): boolean {
  const { _id, ...sums } = operand;
  const isConstant = (value: Value | undefined) => value === null || typeof value === 'number';
  return isConstant(_id) && Object.values(sums).every((sum) => isDocument(sum) && isConstant(sum.$sum));
}

function isPlainProjection(operand: Document): boolean {
  return Object.values(operand).every((value) => typeof value === 'number' || typeof value === 'boolean');
}

/** Expressions and groups compare by bytes here; with a collation that would be another answer than MongoDB's. */
export function refuseUnderCollation(name: string, operand: Value): void {
  if (safe.has(name)) return;
  if (name === '$group' && isDocument(operand) && isPlainCount(operand)) return;
  if (name === '$project' && isDocument(operand) && isPlainProjection(operand)) return;
  throw notSupported(`${name} with a collation`);
}
