/** Recent totals of a sender: messages, bounces, and complaints. */
export interface Reputation {
  sent: number;
  bounced: number;
  complaints: number;
}

interface Limits {
  /** Below this number, the rate means nothing. Each campaign's own protection covers such small numbers. */
  triedMin: number;
  bouncedMin: number;
  bounceRateMax: number;
  complaintsMin: number;
  complaintRateMax: number;
}

/** Limits are stricter for larger volumes. Providers judge the mailbox and its domain, not the campaign. */
const limits: Record<'mailbox' | 'domain', Limits> = {
  mailbox: { triedMin: 50, bouncedMin: 5, bounceRateMax: 0.06, complaintsMin: 3, complaintRateMax: 0.003 },
  domain: { triedMin: 200, bouncedMin: 10, bounceRateMax: 0.05, complaintsMin: 5, complaintRateMax: 0.003 },
};

/**
 * Explains why the mailbox or its entire domain should stop sending, and how to fix it. Null if there is no problem.
 */
export function reputationProblem(
  scope: 'mailbox' | 'domain',
  { sent, bounced, complaints }: Reputation,
): string | null {
  const limit = limits[scope];
  const tried = sent + bounced;
  const whose = scope === 'mailbox' ? 'this mailbox' : 'the mailboxes of this domain';
  if (tried < limit.triedMin) return null;
  if (bounced >= limit.bouncedMin && bounced / tried > limit.bounceRateMax) {
    return (
      `Paused to protect the sender: ${bounced} of ${tried} messages that ${whose} sent in the last days ` +
      'came back. Verify the addresses that come next (verify_emails), remove the bad ones, then ' +
      'resume_mailbox.'
    );
  }
  if (complaints >= limit.complaintsMin && complaints / tried > limit.complaintRateMax) {
    return `Paused to protect the sender: ${complaints} people complained about ${tried} messages that ${whose} sent in the last days. Look at whom and what the campaigns write, then resume_mailbox.`;
  }
  return null;
}
