import { Type } from 'typebox';
import { settableProperties } from '../../domain/fields/fields.ts';
import { countOutcomes, describeCounts, itemOutcomes } from '../../domain/jobs/job.ts';
import { suppressionFields } from '../../domain/suppressions/suppression-fields.ts';
import { counted } from '../../domain/text/counted.ts';
import { countedEffects, type PlannedEffect } from '../../engine/context/plan.ts';
import { queueJob } from '../../engine/jobs/queue-job.ts';
import { type PlannedSuppressions, planSuppressions } from '../../engine/suppressions/plan-suppressions.ts';
import { silenceEffects } from '../../engine/suppressions/silence-recipients.ts';
import { storeSuppressions } from '../../engine/suppressions/store-suppressions.ts';
import { outcomeCounts } from '../../schema/record-parts.ts';
import { Input, Nullable, OneOf, Text } from '../../schema/schema.ts';
import { defineWrite } from '../definition/define-action.ts';
import { givenReasons, parseSuppressionValue } from './suppression-view.ts';

const valuesMax = 10_000;
/** Above this number, new entries are counted in the plan instead of listed. */
const namedMax = 100;
const jobTitle = 'Apply the suppression list to stored contacts';

export const addSuppressions = defineWrite({
  name: 'add_suppressions',
  title: 'Suppress many addresses or domains',
  summary: 'Never email up to 10,000 addresses or domains again.',
  description:
    'Adds up to 10,000 email addresses and domains to the suppression list, with one reason. Nothing is sent to ' +
    'them from then on. Stored contacts get doNotContact and leave their campaigns, as with add_suppression: ' +
    'immediately, or by the job of jobId if they are many. An invalid or listed value does not affect the others; ' +
    'results names each value that was not added. Entries with reason manual or import can be removed again. All ' +
    'others are permanent.',
  method: 'post',
  path: '/suppressions/bulk',
  scope: 'suppression:write',
  effect: 'write',
  input: Input({
    values: Type.Array(Text(254, 'An email address or a domain.'), {
      minItems: 1,
      maxItems: valuesMax,
      description: 'Email addresses and domains.',
    }),
    reason: Type.Optional(OneOf(givenReasons, { description: 'Reason of all. Default: manual.', default: 'manual' })),
    ...settableProperties(suppressionFields),
  }),
  output: Type.Object({
    counts: Type.Object(outcomeCounts, { description: 'Number of values by outcome.' }),
    results: Type.Array(
      Type.Object({
        item: Type.Integer({ description: 'Position in the request, from 1.' }),
        value: Type.String({ description: 'The value, as given.' }),
        outcome: OneOf(itemOutcomes, { description: 'skipped or failed. updated: its entry became permanent.' }),
        reason: Nullable(Type.String({ description: 'already_suppressed, duplicate, or invalid.' })),
        suppressionId: Nullable(Type.String({ description: 'Existing entry.' })),
      }),
      { description: 'One item for each value without a new entry.' },
    ),
    jobId: Nullable(Type.String({ description: 'Job that changes the stored contacts. Null: they are changed.' })),
  }),
  statuses: [200, 202],
  errors: [],
  example: { values: ['ada@analytical.example', 'blocked.example'], reason: 'import' },

  async plan({ values, reason = 'manual' }, ctx) {
    const given = values.map((text) => ({ text, read: parseSuppressionValue(text) ?? null }));
    const planned = await planSuppressions(given, reason, ctx);
    const { items, recipients } = planned;
    const left = items.filter(({ outcome }) => outcome === 'skipped' || outcome === 'failed');
    return {
      summary: `Would suppress ${counted(values.length, 'value')}: ${describeCounts(countOutcomes(items))}.`,
      effects: [
        ...entryEffects(planned, reason),
        ...(recipients === null ? [startOfJob] : await silenceEffects(recipients, ctx)),
      ],
      skipped: left.map((one) => ({ id: one.entry?.id, label: one.text, reason: one.reason! })),
      warnings: recipients === null ? ['A job changes the stored contacts. Until then, nothing is sent to them.'] : [],
      state: planned,
    };
  },

  async run({ values: _values, reason = 'manual', ...facts }, { state: planned }, ctx) {
    const { items, recipients } = planned;
    await storeSuppressions(planned, { ...facts, reason }, ctx);
    const job =
      recipients === null ? await queueJob({ kind: 'apply_suppressions', title: jobTitle, input: {} }, ctx) : null;
    const counts = countOutcomes(items);
    const results = items
      .filter(({ outcome }) => outcome !== 'created')
      .map(({ text: value, entry, ...item }) => ({ ...item, value, suppressionId: entry?.id ?? null }));
    const data = { counts, results, jobId: job?.id ?? null };
    const summary = `Of ${counted(items.length, 'value')}: ${describeCounts(counts)}.`;
    return { status: job === null ? 200 : 202, data, summary };
  },
});

const startOfJob: PlannedEffect = { op: 'start', type: 'job', label: jobTitle };

function entryEffects({ created, updatedIds }: PlannedSuppressions, reason: string): PlannedEffect[] {
  const changes = { reason };
  const listed = created.map(
    ({ kind, value }): PlannedEffect => ({
      op: 'create',
      type: 'suppression',
      label: value,
      changes: { kind, reason },
    }),
  );
  return [
    ...(listed.length > namedMax ? countedEffects('create', 'suppression', listed.length, changes) : listed),
    ...countedEffects('update', 'suppression', updatedIds.length, changes),
  ];
}
