/** The look of a state: its color, its label, and for a badge its icon. */
export interface StateLook {
  hue: 'green' | 'amber' | 'red' | 'violet' | 'teal' | 'gray' | 'hollow' | 'accent';
  word: string;
  icon?: string;
}

type Looks = Readonly<Record<string, StateLook>>;

function look(hue: StateLook['hue'], word: string, icon?: string): StateLook {
  return icon === undefined ? { hue, word } : { hue, word, icon };
}

/** Classes of replies: the only states with icons, drawn as badges everywhere. */
export const replyClassLooks: Looks = {
  interested: look('green', 'Interested', 'thumbs-up'),
  meeting_request: look('green', 'Meeting', 'calendar-check'),
  not_now: look('amber', 'Not now', 'clock'),
  unsubscribe: look('red', 'Unsubscribe', 'ban'),
  complaint: look('red', 'Complaint', 'flag'),
  bounce: look('red', 'Bounce', 'mail-x'),
  question: look('violet', 'Question', 'circle-question-mark'),
  referral: look('teal', 'Referral', 'forward'),
  left_company: look('teal', 'Left company', 'log-out'),
  not_interested: look('gray', 'Not interested', 'x'),
  wrong_person: look('gray', 'Wrong person', 'user-x'),
  out_of_office: look('gray', 'Out of office', 'plane'),
  auto_reply: look('gray', 'Auto-reply', 'bot'),
  unclassified: look('hollow', 'Unclear', 'circle-dashed'),
};

/** Looks by kind of record, then by state. `shared`: words that mean the same everywhere. */
export const stateLooks: Readonly<Record<string, Looks>> = {
  reply: {
    answered: look('green', 'Answered'),
    unmatched: look('amber', 'Unmatched'),
    new: look('accent', 'New'),
    snoozed: look('teal', 'Snoozed'),
    dismissed: look('gray', 'Done'),
  },
  campaign: {
    running: look('green', 'Running'),
    paused: look('amber', 'Paused'),
    scheduled: look('violet', 'Scheduled'),
    completed: look('gray', 'Completed'),
    archived: look('gray', 'Archived'),
    cancelled: look('gray', 'Canceled'),
    draft: look('hollow', 'Draft'),
  },
  enrollment: {
    active: look('green', 'Active'),
    paused: look('amber', 'Paused'),
    bounced: look('red', 'Bounced'),
    unsubscribed: look('red', 'Unsubscribed'),
    failed: look('red', 'Failed'),
    replied: look('violet', 'Replied'),
    completed: look('gray', 'Completed'),
    removed: look('gray', 'Removed'),
    pending: look('hollow', 'Pending'),
  },
  message: {
    sent: look('green', 'Sent'),
    sending: look('green', 'Sending'),
    awaiting_approval: look('amber', 'Needs approval'),
    held: look('amber', 'Held'),
    unconfirmed: look('amber', 'Unconfirmed'),
    bounced: look('red', 'Bounced'),
    failed: look('red', 'Failed'),
    scheduled: look('violet', 'Scheduled'),
    approved: look('teal', 'Approved'),
    cancelled: look('gray', 'Canceled'),
    skipped: look('gray', 'Skipped'),
    draft: look('hollow', 'Draft'),
  },
  approval: {
    executed: look('green', 'Done'),
    pending: look('amber', 'Pending'),
    failed: look('red', 'Failed'),
    approved: look('teal', 'Approved'),
    declined: look('gray', 'Declined'),
    expired: look('gray', 'Expired'),
    cancelled: look('gray', 'Canceled'),
  },
  mailbox: {
    active: look('green', 'Active'),
    paused: look('amber', 'Paused'),
    failing: look('red', 'Failing'),
    error: look('red', 'Failing'),
    withdrawn: look('red', 'Sign in again'),
    warming_up: look('violet', 'Warming up'),
    sandbox: look('teal', 'Sandbox'),
    disconnected: look('gray', 'Disconnected'),
    not_checked: look('hollow', 'Not checked'),
  },
  breaker: {
    closed: look('green', 'Closed'),
    probing: look('amber', 'Probing'),
    half_open: look('amber', 'Probing'),
    open: look('red', 'Open'),
  },
  dns: {
    ok: look('green', 'Pass'),
    weak: look('amber', 'Weak'),
    missing: look('red', 'Missing'),
    broken: look('red', 'Broken'),
  },
  emailStatus: {
    valid: look('green', 'Valid'),
    catch_all: look('amber', 'Catch-all'),
    risky: look('amber', 'Risky'),
    role_based: look('amber', 'Role'),
    unknown: look('amber', 'Unknown'),
    invalid: look('red', 'Invalid'),
    disposable: look('red', 'Disposable'),
    do_not_mail: look('red', 'Do not mail'),
    unverified: look('hollow', 'Unverified'),
    pending: look('hollow', 'Checking'),
  },
  stage: {
    interested: look('green', 'Interested'),
    meeting_booked: look('green', 'Meeting booked'),
    do_not_contact: look('red', 'Do not contact'),
    replied: look('violet', 'Replied'),
    customer: look('teal', 'Customer'),
    contacted: look('gray', 'Contacted'),
    not_interested: look('gray', 'Not interested'),
    new: look('hollow', 'New'),
  },
  task: {
    completed: look('green', 'Completed'),
    due: look('amber', 'Due today'),
    overdue: look('red', 'Overdue'),
    skipped: look('gray', 'Skipped'),
    open: look('hollow', 'Open'),
  },
  job: {
    completed: look('green', 'Completed'),
    failed: look('red', 'Failed'),
    running: look('violet', 'Running'),
    cancelled: look('gray', 'Canceled'),
    queued: look('hollow', 'Queued'),
  },
  row: {
    created: look('green', 'Created'),
    updated: look('green', 'Updated'),
    skipped: look('amber', 'Skipped'),
    failed: look('red', 'Failed'),
    unchanged: look('gray', 'Unchanged'),
  },
  webhook: {
    active: look('green', 'Active'),
    paused: look('amber', 'Paused'),
    disabled: look('red', 'Disabled'),
  },
  delivery: {
    delivered: look('green', 'Delivered'),
    retrying: look('amber', 'Retrying'),
    failed: look('red', 'Failed'),
    cancelled: look('gray', 'Canceled'),
    pending: look('hollow', 'Pending'),
  },
  member: {
    active: look('green', 'Active'),
    suspended: look('gray', 'Suspended'),
    invited: look('hollow', 'Invited'),
  },
};

/** Lookup order for a state whose kind is unknown. */
const kinds = Object.values(stateLooks);

/** Look of a state. A state that the table lacks is gray, with its own name. */
export function stateLook(state: unknown, kind?: unknown): StateLook {
  const name = String(state ?? '');
  const own = kind === 'class' ? replyClassLooks : stateLooks[String(kind ?? '')];
  const found = [own ?? {}, ...kinds, replyClassLooks].find((looks) => Object.hasOwn(looks, name));
  return found?.[name] ?? { hue: 'gray', word: inWords(name) };
}

function inWords(name: string): string {
  const text = name.replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Initials and color of a record that has a name. Never red, which signals an error. */
export function avatarOf(name: unknown, id: unknown): { initials: string; hue: string } {
  const hues = ['violet', 'teal', 'amber', 'green', 'gray'];
  const sum = [...String(id ?? '')].reduce((total, letter) => (total * 31 + letter.codePointAt(0)!) % 9_973, 7);
  const words = String(name ?? '')
    .split(/[\s@.]+/u)
    .filter((word) => /\p{L}/u.test(word));
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word = '') => [...word][0] ?? '');
  return { initials: letters.join('').toUpperCase() || '–', hue: hues[sum % hues.length]! };
}
