import type { JobKind } from '../domain/job.ts';
import type { JobHandler } from './job-handler.ts';
import { moveMarks } from './jobs/move-marks.ts';
import { scoreRecordsJob } from './jobs/score-records.ts';

/** Every kind of long work that this worker can do. */
export const jobHandlers: Partial<Record<JobKind, JobHandler>> = {
  move_marks: moveMarks,
  score_records: scoreRecordsJob,
};
