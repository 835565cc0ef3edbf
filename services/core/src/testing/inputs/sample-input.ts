import fc from 'fast-check';
import { type AnyAction, pathParametersOf } from '../../actions/definition/define-action.ts';
import { arbitraryOf } from './arbitrary-input.ts';

// biome-ignore lint/suspicious/noExplicitAny: JSON Schemas of all shapes are read here.
type Schema = any;
type Input = Record<string, unknown>;
type Ids = Record<string, string>;

/** ID for a property, by its name or the prefix in its pattern. */
function idFor(name: string, schema: Schema, ids: Ids): unknown {
  if (ids[name] !== undefined) return ids[name];
  const item = schema.type === 'array' ? schema.items : schema;
  const prefix = /^\^\(?([a-z]+)\)?_\[/.exec(item?.pattern ?? item?.anyOf?.[0]?.pattern ?? '')?.[1];
  const id = prefix && Object.values(ids).find((known) => known.startsWith(`${prefix}_`));
  if (!id) return undefined;
  return schema.type === 'array' ? [id] : id;
}

function propertiesOf(schema: Schema): [string, Schema][] {
  return Object.entries(schema.properties ?? {});
}

/** All ways to put an ID into the input, one at a time: {listId}, {filter: {listId}}, {contactIds: […]}. */
export function idInputs(action: AnyAction, ids: Ids): Input[] {
  const own = propertiesOf(action.input).flatMap(([name, schema]) => {
    const id = idFor(name, schema, ids);
    return id === undefined ? [] : [{ [name]: id }];
  });
  const nested = propertiesOf(action.input).flatMap(([name, schema]) =>
    propertiesOf(schema).flatMap(([inner, innerSchema]) => {
      const id = idFor(inner, innerSchema, ids);
      return id === undefined ? [] : [{ [name]: { [inner]: id } }];
    }),
  );
  return [...own, ...nested];
}

/** Valid input with IDs of the world: the action's example, or the minimum required input. */
export function sampleInput(action: AnyAction, ids: Ids, seed = 7): Input {
  const { required = [] } = action.input as Schema;
  const needed = [...new Set<string>([...required, ...pathParametersOf(action)])];
  const properties = Object.fromEntries(propertiesOf(action.input).filter(([name]) => needed.includes(name)));
  const arbitrary = arbitraryOf({ type: 'object', properties, required: needed }, Object.values(ids));
  const [made] = fc.sample(arbitrary, { numRuns: 1, seed }) as [Input];
  const idsOfWorld = Object.fromEntries(
    propertiesOf(action.input).flatMap(([name, schema]) => {
      const id = needed.includes(name) ? idFor(name, schema, ids) : undefined;
      return id === undefined ? [] : [[name, id]];
    }),
  );
  return { ...made, ...(action.example as Input | undefined), ...idsOfWorld };
}
