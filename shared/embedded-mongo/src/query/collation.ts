import { type Document, isDocument, type Maybe, toNumber, type Value } from '../bson/values.ts';
import { badValue, notSupported } from '../errors.ts';

export interface Collation {
  compare(left: string, right: string): number;
}

const sensitivities = ['base', 'base', 'accent', 'variant'] as const;

/** Undefined for the simple collation, which compares bytes. */
export function parseCollation(specification: Maybe): Collation | undefined {
  if (specification === undefined || specification === null) return undefined;
  if (!isDocument(specification) || typeof specification.locale !== 'string') {
    throw badValue("collation requires the field 'locale'");
  }
  if (specification.locale === 'simple') return undefined;
  const strength = specification.strength === undefined ? 3 : toNumber(specification.strength);
  if (strength < 1 || strength > 3) throw notSupported(`collation strength ${strength}`);
  for (const field of ['alternate', 'backwards', 'maxVariable']) {
    if (
      specification[field] !== undefined &&
      specification[field] !== false &&
      specification[field] !== 'non-ignorable'
    ) {
      throw notSupported(`collation option ${field}`);
    }
  }
  return collatorOf(specification.locale, strength, specification);
}

function collatorOf(locale: string, strength: number, specification: Document): Collation {
  const sensitivity = strength === 1 && specification.caseLevel === true ? 'case' : sensitivities[strength];
  const collator = new Intl.Collator(locale.replace('_', '-'), {
    sensitivity,
    numeric: specification.numericOrdering === true,
    caseFirst: specification.caseFirst === 'upper' ? 'upper' : specification.caseFirst === 'lower' ? 'lower' : 'false',
  });
  return { compare: (left, right) => collator.compare(left, right) };
}

/** True if comparing with this operand depends on the collation. */
export function holdsText(value: Value): boolean {
  if (typeof value === 'string') return true;
  if (Array.isArray(value)) return value.some(holdsText);
  return isDocument(value) && Object.values(value).some(holdsText);
}
