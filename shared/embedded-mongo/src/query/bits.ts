import type { Binary } from 'bson';
import { bsonType, isNumeric, type Maybe, toNumber, type Value } from '../bson/values.ts';
import { badValue } from '../errors.ts';
import type { Test } from './path.ts';

function positionsOf(operator: string, operand: Value): number[] {
  if (Array.isArray(operand)) return operand.map(toNumber);
  if (isNumeric(operand)) return setBits(BigInt(toNumber(operand)));
  if (operand !== null && bsonType(operand) === 'Binary') {
    const bytes = (operand as Binary).buffer.subarray(0, (operand as Binary).position);
    return [...bytes].flatMap((byte, at) => setBits(BigInt(byte)).map((bit) => at * 8 + bit));
  }
  throw badValue(`${operator} takes an Array, a number, or a BinData but received: ${String(operand)}`);
}

function setBits(mask: bigint): number[] {
  if (mask < 0n) throw badValue('a bit mask must not be negative');
  const bits: number[] = [];
  for (let at = 0; mask >> BigInt(at) > 0n; at++) if ((mask >> BigInt(at)) & 1n) bits.push(at);
  return bits;
}

function bitReader(value: Maybe): ((position: number) => boolean) | undefined {
  if (isNumeric(value)) {
    const number = toNumber(value);
    if (!Number.isInteger(number)) return undefined;
    const whole = typeof value === 'bigint' ? value : BigInt(number);
    // Numbers beyond 64 bits never match, whichever bits are tested.
    if (BigInt.asIntN(64, whole) !== whole) return undefined;
    return (position) => ((whole >> BigInt(Math.min(position, 63))) & 1n) === 1n;
  }
  if (value && bsonType(value) === 'Binary') {
    const binary = value as Binary;
    return (position) =>
      position >> 3 < binary.position && ((binary.buffer[position >> 3]! >> (position & 7)) & 1) === 1;
  }
  return undefined;
}

export function bitsTest(operator: string, operand: Value): Test {
  const positions = positionsOf(operator, operand);
  const wanted = operator.endsWith('Set');
  const isAll = operator.startsWith('$bitsAll');
  return (value) => {
    const read = bitReader(value);
    if (!read) return false;
    const check = (position: number) => read(position) === wanted;
    return isAll ? positions.every(check) : positions.some(check);
  };
}
