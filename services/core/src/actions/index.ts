import { getApproval } from './approvals/get-approval.ts';
import { getApprovalManifest } from './approvals/get-approval-manifest.ts';
import { getApprovalMessages } from './approvals/get-approval-messages.ts';
import { listApprovals } from './approvals/list-approvals.ts';
import { archiveCampaign } from './campaigns/archive-campaign.ts';
import { cancelCampaign } from './campaigns/cancel-campaign.ts';
import { createCampaign } from './campaigns/create-campaign.ts';
import { deleteCampaign } from './campaigns/delete-campaign.ts';
import { duplicateCampaign } from './campaigns/duplicate-campaign.ts';
import { enrollContacts } from './campaigns/enrollments/enroll-contacts.ts';
import { getEnrollment } from './campaigns/enrollments/get-enrollment.ts';
import { listEnrollments } from './campaigns/enrollments/list-enrollments.ts';
import { pauseEnrollment } from './campaigns/enrollments/pause-enrollment.ts';
import { queryEnrollments } from './campaigns/enrollments/query-enrollments.ts';
import { removeEnrollment } from './campaigns/enrollments/remove-enrollment.ts';
import { resumeEnrollment } from './campaigns/enrollments/resume-enrollment.ts';
import { getCampaign } from './campaigns/get-campaign.ts';
import { launchCampaign } from './campaigns/launch-campaign.ts';
import { listCampaigns } from './campaigns/list-campaigns.ts';
import { pauseCampaign } from './campaigns/pause-campaign.ts';
import { previewCampaign } from './campaigns/preview-campaign.ts';
import { queryCampaigns } from './campaigns/query-campaigns.ts';
import { getCampaignReport } from './campaigns/reports/get-campaign-report.ts';
import { getOutboundReport } from './campaigns/reports/get-outbound-report.ts';
import { resumeCampaign } from './campaigns/resume-campaign.ts';
import { updateCampaign } from './campaigns/update-campaign.ts';
import { writeStepTexts } from './campaigns/write-step-texts.ts';
import { changeCompanies } from './companies/change-companies.ts';
import { createCompany } from './companies/create-company.ts';
import { deleteCompanies } from './companies/delete-companies.ts';
import { deleteCompany } from './companies/delete-company.ts';
import { getCompany } from './companies/get-company.ts';
import { getCompanyTimeline } from './companies/get-company-timeline.ts';
import { listCompanies } from './companies/list-companies.ts';
import { listCompanyContacts } from './companies/list-company-contacts.ts';
import { mergeCompanies } from './companies/merge-companies.ts';
import { queryCompanies } from './companies/query-companies.ts';
import { tagCompanies } from './companies/tag-companies.ts';
import { untagCompanies } from './companies/untag-companies.ts';
import { updateCompany } from './companies/update-company.ts';
import { upsertCompanies } from './companies/upsert-companies.ts';
import { changeContacts } from './contacts/bulk/change-contacts.ts';
import { createUpload } from './contacts/bulk/create-upload.ts';
import { deleteContacts } from './contacts/bulk/delete-contacts.ts';
import { downloadContactExport } from './contacts/bulk/download-contact-export.ts';
import { exportContacts } from './contacts/bulk/export-contacts.ts';
import { importContacts } from './contacts/bulk/import-contacts.ts';
import { startContactExport } from './contacts/bulk/start-contact-export.ts';
import { upsertContacts } from './contacts/bulk/upsert-contacts.ts';
import { deleteContact } from './contacts/changes/delete-contact.ts';
import { findDuplicates } from './contacts/changes/find-duplicates.ts';
import { mergeContacts } from './contacts/changes/merge-contacts.ts';
import { mergeDuplicates } from './contacts/changes/merge-duplicates.ts';
import { setContactStage } from './contacts/changes/set-contact-stage.ts';
import { updateContact } from './contacts/changes/update-contact.ts';
import { createContact } from './contacts/create-contact.ts';
import { enrichContact } from './contacts/enrichment/enrich-contact.ts';
import { enrichContacts } from './contacts/enrichment/enrich-contacts.ts';
import { getContact } from './contacts/get-contact.ts';
import { getContactSendingStatus } from './contacts/get-contact-sending-status.ts';
import { addContactNote } from './contacts/history/add-contact-note.ts';
import { getContactTimeline } from './contacts/history/get-contact-timeline.ts';
import { listContactNotes } from './contacts/history/list-contact-notes.ts';
import { listContacts } from './contacts/list-contacts.ts';
import { eraseContact } from './contacts/privacy/erase-contact.ts';
import { exportContactData } from './contacts/privacy/export-contact-data.ts';
import { queryContacts } from './contacts/query-contacts.ts';
import { tagContacts } from './contacts/tag-contacts.ts';
import { untagContacts } from './contacts/untag-contacts.ts';
import { verifyEmail } from './contacts/verification/verify-email.ts';
import { verifyEmails } from './contacts/verification/verify-emails.ts';
import { getBalance } from './credits/get-balance.ts';
import { listLedger } from './credits/list-ledger.ts';
import { listPrices } from './credits/list-prices.ts';
import type { AnyAction } from './definition/define-action.ts';
import { listAudit } from './events/audit/list-audit.ts';
import { createSnapshot } from './events/changes/create-snapshot.ts';
import { listChangeSets } from './events/changes/list-change-sets.ts';
import { listChanges } from './events/changes/list-changes.ts';
import { listTrash } from './events/changes/list-trash.ts';
import { restoreRecord } from './events/changes/restore-record.ts';
import { undoChange } from './events/changes/undo-change.ts';
import { listEvents } from './events/list-events.ts';
import { createWebhook } from './events/webhooks/create-webhook.ts';
import { deleteWebhook } from './events/webhooks/delete-webhook.ts';
import { getWebhook } from './events/webhooks/get-webhook.ts';
import { getWebhookSecret } from './events/webhooks/get-webhook-secret.ts';
import { listWebhookDeliveries } from './events/webhooks/list-webhook-deliveries.ts';
import { listWebhooks } from './events/webhooks/list-webhooks.ts';
import { redeliverWebhook } from './events/webhooks/redeliver-webhook.ts';
import { replayWebhook } from './events/webhooks/replay-webhook.ts';
import { rotateWebhookSecret } from './events/webhooks/rotate-webhook-secret.ts';
import { testWebhook } from './events/webhooks/test-webhook.ts';
import { updateWebhook } from './events/webhooks/update-webhook.ts';
import { createCustomField } from './fields/create-custom-field.ts';
import { deleteCustomField } from './fields/delete-custom-field.ts';
import { getCustomField } from './fields/get-custom-field.ts';
import { listCustomFields } from './fields/list-custom-fields.ts';
import { listQueryFields } from './fields/list-query-fields.ts';
import { updateCustomField } from './fields/update-custom-field.ts';
import { createView } from './fields/views/create-view.ts';
import { deleteView } from './fields/views/delete-view.ts';
import { listViews } from './fields/views/list-views.ts';
import { updateView } from './fields/views/update-view.ts';
import { cancelJob } from './jobs/cancel-job.ts';
import { fixJobRows } from './jobs/fix-job-rows.ts';
import { getJob } from './jobs/get-job.ts';
import { getJobResults } from './jobs/get-job-results.ts';
import { listJobRows } from './jobs/list-job-rows.ts';
import { listJobs } from './jobs/list-jobs.ts';
import { createStandingOrder } from './jobs/standing/create-standing-order.ts';
import { deleteStandingOrder } from './jobs/standing/delete-standing-order.ts';
import { listStandingOrders } from './jobs/standing/list-standing-orders.ts';
import { updateStandingOrder } from './jobs/standing/update-standing-order.ts';
import { addToList } from './lists/add-to-list.ts';
import { createList } from './lists/create-list.ts';
import { deleteList } from './lists/delete-list.ts';
import { getList } from './lists/get-list.ts';
import { listListMembers } from './lists/list-list-members.ts';
import { listLists } from './lists/list-lists.ts';
import { removeFromList } from './lists/remove-from-list.ts';
import { createTag } from './lists/tags/create-tag.ts';
import { deleteTag } from './lists/tags/delete-tag.ts';
import { getTag } from './lists/tags/get-tag.ts';
import { listTags } from './lists/tags/list-tags.ts';
import { updateTag } from './lists/tags/update-tag.ts';
import { updateList } from './lists/update-list.ts';
import { checkDomainHealth } from './mailboxes/check-domain-health.ts';
import { connectMailbox } from './mailboxes/connect-mailbox.ts';
import { deleteMailbox } from './mailboxes/delete-mailbox.ts';
import { getMailbox } from './mailboxes/get-mailbox.ts';
import { getMailboxSendingStatus } from './mailboxes/get-mailbox-sending-status.ts';
import { listMailboxes } from './mailboxes/list-mailboxes.ts';
import { pauseMailbox } from './mailboxes/pause-mailbox.ts';
import { resumeMailbox } from './mailboxes/resume-mailbox.ts';
import { sendTestMail } from './mailboxes/send-test-mail.ts';
import { testMailbox } from './mailboxes/test-mailbox.ts';
import { updateMailbox } from './mailboxes/update-mailbox.ts';
import { getMe } from './members/get-me.ts';
import { listMembers } from './members/list-members.ts';
import { approveMessage } from './messages/approve-message.ts';
import { approveMessages } from './messages/approve-messages.ts';
import { cancelMessage } from './messages/cancel-message.ts';
import { checkClaims } from './messages/check-claims.ts';
import { checkMessage } from './messages/check-message.ts';
import { draftMessage } from './messages/draft-message.ts';
import { addFile } from './messages/files/add-file.ts';
import { deleteFile } from './messages/files/delete-file.ts';
import { getFile } from './messages/files/get-file.ts';
import { listFiles } from './messages/files/list-files.ts';
import { getMessage } from './messages/get-message.ts';
import { listMessages } from './messages/list-messages.ts';
import { queryMessages } from './messages/query-messages.ts';
import { sendMessageNow } from './messages/send-message-now.ts';
import { settleMessage } from './messages/settle-message.ts';
import { settleMessages } from './messages/settle-messages.ts';
import { createSnippet } from './messages/templates/create-snippet.ts';
import { createTemplate } from './messages/templates/create-template.ts';
import { deleteSnippet } from './messages/templates/delete-snippet.ts';
import { deleteTemplate } from './messages/templates/delete-template.ts';
import { listSnippets } from './messages/templates/list-snippets.ts';
import { listTemplates } from './messages/templates/list-templates.ts';
import { updateSnippet } from './messages/templates/update-snippet.ts';
import { updateTemplate } from './messages/templates/update-template.ts';
import { updateMessage } from './messages/update-message.ts';
import { deleteDataSet } from './prospects/data-sets/delete-data-set.ts';
import { importDataSet } from './prospects/data-sets/import-data-set.ts';
import { listDataSets } from './prospects/data-sets/list-data-sets.ts';
import { createFact } from './prospects/facts/create-fact.ts';
import { deleteFact } from './prospects/facts/delete-fact.ts';
import { listFacts } from './prospects/facts/list-facts.ts';
import { researchCompany } from './prospects/facts/research-company.ts';
import { researchContact } from './prospects/facts/research-contact.ts';
import { listSearches } from './prospects/list-searches.ts';
import { revealManyPeople } from './prospects/reveal-many-people.ts';
import { revealPeople } from './prospects/reveal-people.ts';
import { searchCompanies } from './prospects/search-companies.ts';
import { searchPeople } from './prospects/search-people.ts';
import { approveAnswer } from './replies/approve-answer.ts';
import { assignReply } from './replies/assign-reply.ts';
import { cancelAutopilotAnswer } from './replies/autopilot/cancel-autopilot-answer.ts';
import { listAutopilotAnswers } from './replies/autopilot/list-autopilot-answers.ts';
import { classifyReply } from './replies/classify-reply.ts';
import { dismissReply } from './replies/dismiss-reply.ts';
import { draftAnswer } from './replies/draft-answer.ts';
import { editAnswer } from './replies/edit-answer.ts';
import { forwardReply } from './replies/forward-reply.ts';
import { getAttachment } from './replies/get-attachment.ts';
import { getReply } from './replies/get-reply.ts';
import { listReplies } from './replies/list-replies.ts';
import { markReplyRead } from './replies/mark-reply-read.ts';
import { queryReplies } from './replies/query-replies.ts';
import { reopenReply } from './replies/reopen-reply.ts';
import { updateReply } from './replies/update-reply.ts';
import { advanceSandboxClock } from './sandbox/advance-sandbox-clock.ts';
import { bounceInSandbox } from './sandbox/bounce-in-sandbox.ts';
import { deliverInSandbox } from './sandbox/deliver-in-sandbox.ts';
import { getSandboxMessageRaw } from './sandbox/get-sandbox-message-raw.ts';
import { listSandboxMessages } from './sandbox/list-sandbox-messages.ts';
import { receiveSandboxMail } from './sandbox/receive-sandbox-mail.ts';
import { replyInSandbox } from './sandbox/reply-in-sandbox.ts';
import { createTargetProfile } from './scoring/create-target-profile.ts';
import { deleteTargetProfile } from './scoring/delete-target-profile.ts';
import { explainScore } from './scoring/explain-score.ts';
import { getTargetProfile } from './scoring/get-target-profile.ts';
import { listTargetProfiles } from './scoring/list-target-profiles.ts';
import { previewTargetProfile } from './scoring/preview-target-profile.ts';
import { publishTargetProfile } from './scoring/publish-target-profile.ts';
import { scoreCompanies } from './scoring/score-companies.ts';
import { scoreContacts } from './scoring/score-contacts.ts';
import { updateTargetProfile } from './scoring/update-target-profile.ts';
import { getSending } from './sending/get-sending.ts';
import { getSendingStatus } from './sending/get-sending-status.ts';
import { stopSending } from './sending/stop-sending.ts';
import { addSuppression } from './suppressions/add-suppression.ts';
import { addSuppressions } from './suppressions/add-suppressions.ts';
import { checkSuppression } from './suppressions/check-suppression.ts';
import { getSuppression } from './suppressions/get-suppression.ts';
import { listSuppressions } from './suppressions/list-suppressions.ts';
import { removeSuppression } from './suppressions/remove-suppression.ts';
import { assignTask } from './tasks/assign-task.ts';
import { completeTask } from './tasks/complete-task.ts';
import { getTask } from './tasks/get-task.ts';
import { listTasks } from './tasks/list-tasks.ts';
import { postponeTask } from './tasks/postpone-task.ts';
import { skipTask } from './tasks/skip-task.ts';
import { getSettings } from './workspaces/get-settings.ts';
import { createProvider } from './workspaces/providers/create-provider.ts';
import { deleteProvider } from './workspaces/providers/delete-provider.ts';
import { listProviders } from './workspaces/providers/list-providers.ts';
import { testProvider } from './workspaces/providers/test-provider.ts';
import { updateProvider } from './workspaces/providers/update-provider.ts';
import { updateSettings } from './workspaces/update-settings.ts';

/** All actions of the product. Routes, OpenAPI, scopes, prices, audit, and tools are derived from this list. */
export const actions: readonly AnyAction[] = [
  // account
  getMe,
  // tags
  listTags,
  createTag,
  getTag,
  updateTag,
  deleteTag,
  listCustomFields,
  listQueryFields,
  createCustomField,
  getCustomField,
  updateCustomField,
  deleteCustomField,
  // views
  listViews,
  createView,
  updateView,
  deleteView,
  // companies
  listCompanies,
  queryCompanies,
  createCompany,
  getCompany,
  updateCompany,
  deleteCompany,
  changeCompanies,
  deleteCompanies,
  upsertCompanies,
  mergeCompanies,
  listCompanyContacts,
  getCompanyTimeline,
  tagCompanies,
  untagCompanies,
  // lists
  createList,
  listLists,
  getList,
  updateList,
  deleteList,
  listListMembers,
  addToList,
  removeFromList,
  // contacts
  enrichContact,
  enrichContacts,
  verifyEmail,
  verifyEmails,
  listContacts,
  queryContacts,
  createContact,
  getContact,
  getContactSendingStatus,
  updateContact,
  setContactStage,
  deleteContact,
  mergeContacts,
  findDuplicates,
  mergeDuplicates,
  eraseContact,
  exportContactData,
  getContactTimeline,
  addContactNote,
  listContactNotes,
  upsertContacts,
  changeContacts,
  deleteContacts,
  createUpload,
  importContacts,
  exportContacts,
  startContactExport,
  downloadContactExport,
  tagContacts,
  untagContacts,
  // jobs
  listJobs,
  getJob,
  getJobResults,
  listJobRows,
  fixJobRows,
  cancelJob,
  // events
  listEvents,
  listChanges,
  listChangeSets,
  undoChange,
  listTrash,
  restoreRecord,
  createSnapshot,
  // settings
  listProviders,
  createProvider,
  updateProvider,
  deleteProvider,
  testProvider,
  getSettings,
  updateSettings,
  // members
  listMembers,
  // sending
  getSending,
  stopSending,
  // approvals
  listApprovals,
  getApproval,
  getApprovalManifest,
  getApprovalMessages,
  // audit
  listAudit,
  // credits
  getBalance,
  listLedger,
  listPrices(() => actions),
  // search
  revealManyPeople,
  importDataSet,
  listDataSets,
  deleteDataSet,
  searchPeople,
  searchCompanies,
  listFacts,
  createFact,
  deleteFact,
  researchCompany,
  researchContact,
  checkClaims,
  revealPeople,
  listSearches,
  // reports
  getOutboundReport,
  // campaigns
  listCampaigns,
  queryCampaigns,
  createCampaign,
  getCampaign,
  updateCampaign,
  writeStepTexts,
  previewCampaign,
  enrollContacts,
  launchCampaign,
  pauseCampaign,
  resumeCampaign,
  cancelCampaign,
  archiveCampaign,
  duplicateCampaign,
  deleteCampaign,
  getSendingStatus,
  getCampaignReport,
  listEnrollments,
  queryEnrollments,
  getEnrollment,
  pauseEnrollment,
  resumeEnrollment,
  removeEnrollment,
  // messages
  draftMessage,
  listMessages,
  queryMessages,
  getMessage,
  updateMessage,
  checkMessage,
  approveMessage,
  approveMessages,
  sendMessageNow,
  settleMessages,
  settleMessage,
  cancelMessage,
  addFile,
  listFiles,
  getFile,
  deleteFile,
  listAutopilotAnswers,
  cancelAutopilotAnswer,
  // templates
  listTemplates,
  createTemplate,
  updateTemplate,
  deleteTemplate,
  listSnippets,
  createSnippet,
  updateSnippet,
  deleteSnippet,
  // tasks
  listTasks,
  getTask,
  completeTask,
  skipTask,
  postponeTask,
  assignTask,
  // replies
  listReplies,
  queryReplies,
  getReply,
  getAttachment,
  classifyReply,
  draftAnswer,
  editAnswer,
  approveAnswer,
  updateReply,
  dismissReply,
  reopenReply,
  assignReply,
  markReplyRead,
  forwardReply,
  // sandbox
  receiveSandboxMail,
  replyInSandbox,
  bounceInSandbox,
  deliverInSandbox,
  advanceSandboxClock,
  listSandboxMessages,
  getSandboxMessageRaw,
  // webhooks
  listWebhooks,
  createWebhook,
  getWebhook,
  updateWebhook,
  deleteWebhook,
  getWebhookSecret,
  rotateWebhookSecret,
  testWebhook,
  listWebhookDeliveries,
  redeliverWebhook,
  replayWebhook,
  // standing orders
  listStandingOrders,
  createStandingOrder,
  updateStandingOrder,
  deleteStandingOrder,
  // mailboxes
  listMailboxes,
  connectMailbox,
  getMailbox,
  getMailboxSendingStatus,
  updateMailbox,
  testMailbox,
  sendTestMail,
  checkDomainHealth,
  pauseMailbox,
  resumeMailbox,
  deleteMailbox,
  // suppression
  listSuppressions,
  checkSuppression,
  getSuppression,
  addSuppression,
  addSuppressions,
  removeSuppression,
  // scoring
  listTargetProfiles,
  createTargetProfile,
  getTargetProfile,
  updateTargetProfile,
  deleteTargetProfile,
  publishTargetProfile,
  previewTargetProfile,
  scoreContacts,
  scoreCompanies,
  explainScore,
];
