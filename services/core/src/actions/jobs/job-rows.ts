import { type Static, Type } from 'typebox';
import type { ActionContext } from '../../engine/context/action-context.ts';
import { AppError, notFound } from '../../errors/errors.ts';
import { ForeignName } from '../../schema/foreign.ts';
import { Named, Nullable, OneOf } from '../../schema/schema.ts';
import { cellsOf, type JobRowRecord, jobRowStates } from '../../store/jobs/job-row-store.ts';
import { findJob, type JobRecord } from '../../store/jobs/job-store.ts';

export const JobRowView = Named(
  'JobRow',
  Type.Object({
    item: Type.Integer({ description: 'Row of the file below the header, from 1.' }),
    state: OneOf(jobRowStates, { description: 'fixed: stored by fix_job_rows.' }),
    cells: Type.Array(
      Type.Object({
        column: ForeignName(Type.String({ description: 'Name of the column.' })),
        text: ForeignName(Type.String({ description: 'Text of the cell.' })),
      }),
      { description: 'Cells that are not empty.' },
    ),
    reason: Nullable(Type.String({ description: 'Reason code of the failure.' })),
    field: Nullable(Type.String({ description: 'Field to correct.' })),
    message: Nullable(ForeignName(Type.String({ description: 'Description of the problem.' }))),
  }),
);

function cellText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

export function toJobRowView(row: JobRowRecord): Static<typeof JobRowView> {
  const { item, state, reason, field, message } = row;
  const cells = Object.entries(cellsOf(row)).flatMap(([column, value]) =>
    value === null || value === '' ? [] : [{ column, text: cellText(value) }],
  );
  return { item, state, cells, reason, field, message };
}

/** Throws if the job is no import, which alone keeps rows. */
export async function requireImport(jobId: string, { workspaceId }: ActionContext): Promise<JobRecord> {
  const job = await findJob(workspaceId, jobId);
  if (job === null) throw notFound('job', jobId);
  if (job.kind === 'import_contacts') return job;
  throw new AppError('invalid_state', `${jobId} is no import of contacts (${job.kind}), so it has no rows of a file.`);
}
