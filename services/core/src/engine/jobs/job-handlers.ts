import type { JobKind } from '../../domain/job.ts';
import { enrichContactsJob } from './enrich-contacts.ts';
import { exportContactsJob } from './export-contacts.ts';
import { importContactRows, validateImport } from './import-contacts.ts';
import type { JobHandler } from './job-handler.ts';
import { moveMarks } from './move-marks.ts';
import { revealPeopleJob } from './reveal-people.ts';
import { scoreRecordsJob } from './score-records.ts';
import { verifyEmailsJob } from './verify-emails.ts';

/** Every kind of long work that this worker can do. */
export const jobHandlers: Partial<Record<JobKind, JobHandler>> = {
  enrich_contacts: enrichContactsJob,
  export_contacts: exportContactsJob,
  import_contacts: importContactRows,
  move_marks: moveMarks,
  reveal_people: revealPeopleJob,
  score_records: scoreRecordsJob,
  validate_import: validateImport,
  verify_emails: verifyEmailsJob,
};
