/** Person who can end a wait, or `nobody` if time ends it. */
export type WaitEndedBy = 'nobody' | 'member' | 'operator';

/**
 * Causes of a wait, for the operator's metrics. `paused` waits for a person. `late` has no reason: the message should
 * have been sent.
 */
export const waitCauses = ['cap', 'window', 'gap', 'fault', 'paused', 'late'] as const;
export type WaitCause = (typeof waitCauses)[number];

interface WaitReasonEntry {
  endedBy: WaitEndedBy;
  cause: WaitCause;
  /** One sentence for pages, the API, and its reference. */
  text: string;
  /** Condition under which it ends automatically. */
  until: string;
}

/** All reasons that a due message waits. The store keeps the key. */
export const waitReasons = {
  outside_window: {
    endedBy: 'nobody',
    cause: 'window',
    text: 'It waits for the sending window or its start time.',
    until: 'the window opens',
  },
  holiday: {
    endedBy: 'nobody',
    cause: 'window',
    text: 'It is a public holiday in the recipients’ country.',
    until: 'the next working day',
  },
  campaign_paused: {
    endedBy: 'member',
    cause: 'paused',
    text: 'It is paused; resume_campaign goes on.',
    until: 'never',
  },
  campaign_daily_cap: {
    endedBy: 'nobody',
    cause: 'cap',
    text: 'The campaign’s cap for today is used up.',
    until: 'the next day',
  },
  mailbox_daily_cap: {
    endedBy: 'nobody',
    cause: 'cap',
    text: 'The mailboxes’ caps for today are used up.',
    until: 'the next day',
  },
  company_cap: {
    endedBy: 'nobody',
    cause: 'cap',
    text: 'The cap of messages a day to one company is used up.',
    until: 'the next day',
  },
  no_mailbox: {
    endedBy: 'member',
    cause: 'paused',
    text: 'No mailbox is active; connect or resume one.',
    until: 'never',
  },
  no_way_out: {
    endedBy: 'operator',
    cause: 'fault',
    text:
      'Recipients could not unsubscribe: the operator sets BASE_URL to the https address at which this product is ' +
      'reached from outside.',
    until: 'never',
  },
  all_mailboxes_failing: {
    endedBy: 'member',
    cause: 'fault',
    text: 'All its mailboxes are failing; mailboxFaults says why and what to do.',
    until: 'the mailbox is tried again',
  },
  mailbox_not_read: {
    endedBy: 'member',
    cause: 'fault',
    text:
      'The replies in its mailbox cannot be read now, so no follow-up is sent. get_mailbox shows the error. A ' +
      'mailbox without IMAP sends first messages only.',
    until: 'the mailbox is read again',
  },
  sending_stopped: {
    endedBy: 'member',
    cause: 'paused',
    text: 'All sending is stopped; get_sending says by whom, why, and what to do.',
    until: 'never',
  },
  enrollment_paused: {
    endedBy: 'member',
    cause: 'paused',
    text: 'Its enrollments are paused; resume_enrollment goes on.',
    until: 'the date on which the enrollment resumes, if it has one',
  },
  retrying: {
    endedBy: 'nobody',
    cause: 'fault',
    text: 'Recipients’ servers asked to come back later; it tries again by itself.',
    until: 'the next attempt',
  },
  not_due: {
    endedBy: 'nobody',
    cause: 'window',
    text: 'Its time has not come: the wait of its step, or a time that was chosen.',
    until: 'that time',
  },
  mailbox_gap: {
    endedBy: 'nobody',
    cause: 'gap',
    text: 'Its mailbox pauses between two messages, and others are before it.',
    until: 'its turn',
  },
  undo_window: {
    endedBy: 'nobody',
    cause: 'window',
    text: 'Autopilot waits for the time in which its answer can be canceled.',
    until: 'the end of that time',
  },
  quiet_hours: {
    endedBy: 'nobody',
    cause: 'window',
    text: 'Autopilot does not answer during quiet hours.',
    until: 'the end of the quiet hours',
  },
  autopilot_daily_cap: {
    endedBy: 'nobody',
    cause: 'cap',
    text: 'Autopilot has used up its answers for today.',
    until: 'the next day',
  },
} as const satisfies Record<string, WaitReasonEntry>;

export type WaitReason = keyof typeof waitReasons;
export const waitReasonNames = Object.keys(waitReasons) as WaitReason[];

/** All reasons that a message is skipped permanently. The store keeps the key. */
export const skipReasons = {
  suppressed: 'The address or its domain is on the suppression list.',
  unsubscribed: 'The recipient unsubscribed.',
  do_not_contact: 'The contact is marked as do not contact.',
  no_basis: 'No legal basis is declared for contacting this person.',
  invented_person: 'The person is invented, or the address is at a reserved name: real mailboxes never email it.',
  email_not_allowed: 'The email status of the contact is not allowed.',
  contact_gone: 'The contact was deleted.',
  no_email: 'The contact has no email address, or another one by now.',
  replied: 'The recipient replied.',
  campaign_ended: 'The campaign ended.',
  enrollment_ended: 'The enrollment ended.',
  no_mailbox: 'The mailbox was deleted.',
  condition_not_met: 'The condition of the step was not met.',
  already_contacted: 'The recipient already got this message, at this or another email address.',
  stage_closed: 'The stage of the contact ends the sequence.',
} as const;

export type SkipReason = keyof typeof skipReasons;
export const skipReasonNames = Object.keys(skipReasons) as SkipReason[];

/**
 * All reasons that an unsent message needs a person's decision. `approval_outdated` returns the message to
 * `awaiting_approval`. Other reasons keep it `scheduled`. The store keeps the key.
 */
export const holdReasons = {
  approval_outdated: 'Its text, sender, or files changed after the approval; approve it again.',
  unresolved_placeholder: 'A placeholder has no value; complete the contact or the text.',
  restored_without_journal: 'It might have been sent before a restore; resume sending without the journal.',
} as const;

export type HoldReason = keyof typeof holdReasons;
export const holdReasonNames = Object.keys(holdReasons) as HoldReason[];

/** Lists the values of an enum with their meanings, for the API reference. */
export function meaningsOf(reasons: Record<string, string | { text: string }>): string {
  const meaning = (entry: string | { text: string }) => (typeof entry === 'string' ? entry : entry.text);
  return Object.entries(reasons)
    .map(([name, entry]) => `${name}: ${meaning(entry)}`)
    .join(' ');
}
