import type { JobKind } from '../../domain/jobs/job.ts';
import { changeCompaniesJob, changeContactsJob } from './changes/change-records.ts';
import { deleteCompaniesJob, deleteContactsJob } from './changes/delete-records.ts';
import { undoChangeJob } from './changes/undo-change.ts';
import { applySuppressionsJob } from './contacts/apply-suppressions.ts';
import { enrichContactsJob } from './contacts/enrich-contacts.ts';
import { exportContactsJob } from './contacts/export-contacts.ts';
import { fixJobRows } from './contacts/fix-job-rows.ts';
import { importContactRows, validateImport } from './contacts/import-contacts.ts';
import { verifyEmailsJob } from './contacts/verify-emails.ts';
import { replayWebhookJob } from './events/replay-webhook.ts';
import type { JobHandler } from './job-handler.ts';
import { moveMarks } from './move-marks.ts';
import { importDataSetJob } from './prospects/import-data-set.ts';
import { removeDataSetRowsJob } from './prospects/remove-data-set-rows.ts';
import { revealPeopleJob } from './prospects/reveal-people.ts';
import { scoreRecordsJob } from './scoring/score-records.ts';
import { standingOrderJob } from './standing/run-order.ts';

/** Handlers for every kind of job that this worker can run. */
export const jobHandlers: Partial<Record<JobKind, JobHandler>> = {
  apply_suppressions: applySuppressionsJob,
  change_companies: changeCompaniesJob,
  change_contacts: changeContactsJob,
  delete_companies: deleteCompaniesJob,
  delete_contacts: deleteContactsJob,
  enrich_contacts: enrichContactsJob,
  export_contacts: exportContactsJob,
  fix_job_rows: fixJobRows,
  import_contacts: importContactRows,
  import_data_set: importDataSetJob,
  move_marks: moveMarks,
  remove_data_set_rows: removeDataSetRowsJob,
  replay_webhook: replayWebhookJob,
  reveal_people: revealPeopleJob,
  score_records: scoreRecordsJob,
  standing_order: standingOrderJob,
  undo_change: undoChangeJob,
  validate_import: validateImport,
  verify_emails: verifyEmailsJob,
};
