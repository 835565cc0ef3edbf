import type { Difference } from './difference.ts';

const typedNumber = /\{"\$number(Int|Long|Double|Decimal)":"([^"]*)"\}/g;

/** Extended JSON with numbers reduced to their values: 1, 1.0, and Long 1 become equal. */
function withoutNumberTypes(text: string): string {
  return text.replace(typedNumber, (_all, type: string, digits: string) => {
    if (type === 'Int' || type === 'Long') return digits;
    const value = Number(digits);
    return Number.isInteger(value) && type === 'Double' ? String(BigInt(value)) : String(value);
  });
}

interface Group {
  _id: unknown;
  r: unknown;
  n: unknown;
}

/** Either of several equal values may represent them in the key of a group, and as its minimum or maximum. */
function comparableGroup(group: Group, isResultOpen: boolean): string {
  const result = JSON.stringify(group.r);
  return JSON.stringify([
    withoutNumberTypes(JSON.stringify(group._id ?? null)),
    isResultOpen ? withoutNumberTypes(result ?? '') : result,
    group.n,
  ]);
}

export function differsInNumberTypesOnly({ action, own, other }: Difference): boolean {
  if (own === 'refused' || other === 'refused') return false;
  const stages = (action.stages ?? []) as { $group?: { r: object } }[];
  const group = stages.find((stage) => stage.$group)?.$group;
  const isResultOpen = group !== undefined && ('$min' in group.r || '$max' in group.r);
  const comparable = (answer: string): string => {
    if (action.kind === 'distinct') return (JSON.parse(answer) as string[]).map(withoutNumberTypes).sort().join('\n');
    const groups = JSON.parse(answer) as Group[];
    return groups
      .map((each) => comparableGroup(each, isResultOpen))
      .sort()
      .join('\n');
  };
  return (action.kind === 'distinct' || group !== undefined) && comparable(own) === comparable(other);
}
