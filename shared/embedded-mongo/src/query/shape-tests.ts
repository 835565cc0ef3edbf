import { typeCodes, typeName } from '../bson/type-names.ts';
import { isNumeric, toNumber, type Value } from '../bson/values.ts';
import { badValue } from '../errors.ts';
import type { Test } from './path.ts';

export function sizeTest(operand: Value): Test {
  const size = toNumber(operand);
  if (!isNumeric(operand) || !Number.isInteger(size)) {
    throw badValue(`Failed to parse $size. Expected an integer: $size: ${String(operand)}`);
  }
  if (size < 0) throw badValue(`Failed to parse $size. Expected a non-negative number in: $size: ${size}`);
  return (value) => Array.isArray(value) && value.length === size;
}

/** $exists: false negates $exists: true, which matters for paths that end inside an array. */
export function isExistsWanted(operand: Value): boolean {
  return operand !== null && operand !== false && !(isNumeric(operand) && toNumber(operand) === 0);
}

export function existsTest(operand: Value): Test {
  return isExistsWanted(operand) ? (value) => value !== undefined : (value) => value === undefined;
}

export function typeTest(operand: Value): Test {
  const wanted = new Set<string>();
  for (const entry of Array.isArray(operand) ? operand : [operand]) {
    if (entry === 'number') for (const name of ['int', 'long', 'double', 'decimal']) wanted.add(name);
    else if (typeof entry === 'string' && entry in typeCodes) wanted.add(entry);
    else if (isNumeric(entry)) wanted.add(typeNameOfCode(toNumber(entry)));
    else throw badValue(`Unknown type name alias: ${String(entry)}`);
  }
  const isOfType: Test = (value) => value !== undefined && wanted.has(typeName(value));
  return isOfType;
}

function typeNameOfCode(code: number): string {
  const found = Object.keys(typeCodes).find((name) => typeCodes[name] === code);
  if (!found) throw badValue(`Invalid numerical type code: ${code}`);
  return found;
}
