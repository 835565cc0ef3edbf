import { type AnyAction, isRead } from '../actions/definition/define-action.ts';
import { Named, nameOf, pascalCase } from '../schema/schema.ts';
import {
  costSchema,
  dryRunEnvelope,
  envelope,
  exactEnvelope,
  waitingEnvelope,
  waitingProperties,
} from './envelopes.ts';
import { planProperties } from './plan-properties.ts';

type Json = Record<string, unknown>;

/** Responses of an operation, by what happened. */
export interface Results {
  /** Status 200. For a change, it is done or planned. */
  ok: Json;
  /** Other statuses of success. */
  done: Json;
  /** Status 202 of a change that can need an approval. */
  waiting(isJob: boolean): Json;
  /** A response that comes with its envelope, or as a file of JSON without it. */
  fileOr(output: Json): Json;
}

/**
 * One object for everything that a change can return: its result, its plan, or its approval. No member but the envelope
 * is required. Generators of clients make one class of it, which reads every response.
 */
export function resultsOf(action: AnyAction): Results {
  if (isRead(action)) {
    const exact = exactResultsOf(action);
    return { ...exact, fileOr: (output) => withMembersOf(output, exact.done) };
  }
  const name = `${pascalCase(action.name)}Result`;
  const schema = Named(name, envelope(combinedData(action.output as Json), { cost: costSchema }));
  return { ...exactResultsOf(action), ok: schema, done: schema, waiting: () => schema };
}

/** Each response with its required members. For types that can express alternatives. */
export function exactResultsOf(action: AnyAction): Results {
  const done = exactEnvelope(action);
  const fileOr = (output: Json) => ({ anyOf: [done, output] });
  if (isRead(action)) return { ok: done, done, waiting: () => done, fileOr };
  const ok = Named(`${pascalCase(action.name)}ResultOrPlan`, { anyOf: [done, dryRunEnvelope] });
  return { ok, done, waiting: (isJob) => (isJob ? { anyOf: [done, waitingEnvelope] } : waitingEnvelope), fileOr };
}

function withMembersOf(output: Json, { required: _notInFile, ...schema }: Json): Json {
  return { ...schema, properties: { ...propertiesOf(schema), ...propertiesOf(output) } };
}

function propertiesOf({ properties }: Json): Record<string, Json> {
  return (properties ?? {}) as Record<string, Json>;
}

function combinedData(output: Json): Json {
  const own = propertiesOf(output);
  const name = nameOf(output);
  const combined = {
    type: 'object',
    description: 'The result, the plan with dryRun=true, or the approval that the execution needs.',
    properties: { ...memberRefs, ...own, ...('approval' in own && { approval: eitherApproval(own.approval!) }) },
  };
  return name === '' ? combined : Named(`${name}OrPlan`, combined);
}

/** A member that the result and the plan have in different shapes. */
function eitherApproval({ description }: Json): Json {
  return { description: `${String(description)} In a plan, and while it waits: the approval, an object.` };
}

const approval = planProperties.approval as { properties: Json };
const memberRefs: Record<string, Json> = {
  ...Object.fromEntries(
    Object.entries(planProperties as Record<string, Json>).map(([name, schema]) => [name, memberOf(name, schema)]),
  ),
  approval: Named('PlanApproval', {
    type: 'object',
    description: 'Approval that the execution needs.',
    // The reason of a plan can be null.
    properties: { ...waitingProperties, ...approval.properties },
  }),
};

/** Nested members are components, which all operations share. A component itself is never null. */
function memberOf(name: string, { const: _onlyInPlans, ...schema }: Json): Json {
  const { type, properties, items } = schema;
  if (properties === undefined && items === undefined) return schema;
  const place = `Plan${pascalCase(name)}`;
  if (!Array.isArray(type)) return Named(place, schema);
  return { anyOf: [Named(place, { ...schema, type: type[0] }), { type: 'null' }] };
}
