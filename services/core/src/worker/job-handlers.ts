import type { JobKind } from '../domain/job.ts';
import type { JobHandler } from './job-handler.ts';
import { enrichContactsJob } from './jobs/enrich-contacts.ts';
import { exportContactsJob } from './jobs/export-contacts.ts';
import { importContacts } from './jobs/import-contacts.ts';
import { moveMarks } from './jobs/move-marks.ts';
import { revealPeopleJob } from './jobs/reveal-people.ts';
import { scoreRecordsJob } from './jobs/score-records.ts';
import { verifyEmailsJob } from './jobs/verify-emails.ts';

/** Every kind of long work that this worker can do. */
export const jobHandlers: Partial<Record<JobKind, JobHandler>> = {
  enrich_contacts: enrichContactsJob,
  export_contacts: exportContactsJob,
  import_contacts: importContacts,
  move_marks: moveMarks,
  reveal_people: revealPeopleJob,
  score_records: scoreRecordsJob,
  verify_emails: verifyEmailsJob,
};
