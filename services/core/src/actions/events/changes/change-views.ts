import { toContactView } from '../../../engine/contacts/contact-view.ts';
import type { ChangeViews } from '../../../store/events/changes/publish-changes.ts';
import { toCampaignView } from '../../campaigns/campaign-view.ts';
import { toEnrollmentView } from '../../campaigns/enrollments/enrollment-view.ts';
import { toCompanyView } from '../../companies/company-view.ts';
import { toCustomFieldView } from '../../fields/custom-field-view.ts';
import { toStandingOrderView } from '../../jobs/standing/order-view.ts';
import { toListView } from '../../lists/list-view.ts';
import { toTagView } from '../../lists/tags/tag-view.ts';
import { toStoredMailboxView } from '../../mailboxes/mailbox-view.ts';
import { toStoredMessageView } from '../../messages/message-view.ts';
import { toFactView } from '../../prospects/facts/fact-view.ts';
import { toReplyView } from '../../replies/reply-view.ts';
import { toSuppressionView } from '../../suppressions/suppression-view.ts';
import { toTaskView } from '../../tasks/task-view.ts';
import { toStoredProviderView } from '../../workspaces/providers/provider-view.ts';
import { toSettingsView } from '../../workspaces/settings-view.ts';

/** Records in the feed, as their lists return them, without figures that are counted at each request. */
export const changeViews: ChangeViews = {
  contact: toContactView,
  company: toCompanyView,
  list: (list: Parameters<typeof toListView>[0]) => toListView(list),
  tag: toTagView,
  custom_field: toCustomFieldView,
  campaign: toCampaignView,
  enrollment: toEnrollmentView,
  message: toStoredMessageView,
  reply: toReplyView,
  task: toTaskView,
  mailbox: toStoredMailboxView,
  suppression: toSuppressionView,
  fact: toFactView,
  standing_order: toStandingOrderView,
  provider: toStoredProviderView,
  settings: toSettingsView,
};
