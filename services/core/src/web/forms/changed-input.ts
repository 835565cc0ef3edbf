import { isDeepStrictEqual } from 'node:util';
import { isNullable, kindOf, propertiesOf, type Schema } from './schema-kind.ts';

type Input = Record<string, unknown>;

/** The person's changes to a form that was filled from a record. An emptied field clears the value. */
export function changedInput(schema: Schema, was: Input, input: Input): Input {
  const entries = propertiesOf(schema).flatMap(([name, property]) => {
    const [before, after] = [was[name], withGone(property, was[name], input[name])];
    if (after === undefined) return isEmpty(before) ? [] : [[name, cleared(property)]];
    return isDeepStrictEqual(before, after) ? [] : [[name, after]];
  });
  return Object.fromEntries(entries);
}

/** Input that brings back what `changes` replaced. `was` is what the form was filled with. */
export function formerInput(schema: Schema, was: Input, changes: Input): Input {
  const changed = propertiesOf(schema).filter(([name]) => Object.hasOwn(changes, name));
  return Object.fromEntries(
    changed.map(([name, property]) => {
      const before = was[name] ?? cleared(property);
      // A new line of a map is removed by a null.
      return [name, kindOf(property) === 'map' ? withGone(property, changes[name], before) : before];
    }),
  );
}

function cleared(property: Schema): unknown {
  if (isNullable(property)) return null;
  const kind = kindOf(property);
  if (kind === 'lines' || kind === 'choices' || kind === 'rows') return [];
  return kind === 'map' || kind === 'group' ? {} : '';
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

/** Sets the values of removed map lines to null. */
function withGone(property: Schema, before: unknown, after: unknown): unknown {
  if (kindOf(property) !== 'map' || after === undefined) return after;
  const gone = Object.keys(before ?? {}).filter((name) => !Object.hasOwn(after as Input, name));
  return { ...(after as Input), ...Object.fromEntries(gone.map((name) => [name, null])) };
}
