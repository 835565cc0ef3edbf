/** What a sender has sent in the last days, and how much of it came back or was complained about. */
export interface Reputation {
  sent: number;
  bounced: number;
  complaints: number;
}

interface Limits {
  /** Fewer messages say nothing; the campaign's own protection looks at those. */
  triedMin: number;
  bouncedMin: number;
  bounceRateMax: number;
  complaintsMin: number;
  complaintRateMax: number;
}

/** Over more messages less is borne: what a provider sees is the mailbox and its domain, not the campaign. */
const limits: Record<'mailbox' | 'domain', Limits> = {
  mailbox: { triedMin: 50, bouncedMin: 5, bounceRateMax: 0.06, complaintsMin: 3, complaintRateMax: 0.003 },
  domain: { triedMin: 200, bouncedMin: 10, bounceRateMax: 0.05, complaintsMin: 5, complaintRateMax: 0.003 },
};

/** Why the mailbox, or all of its domain, should stand still, with what to do about it; null when all is well. */
export function reputationProblem(
  scope: 'mailbox' | 'domain',
  { sent, bounced, complaints }: Reputation,
): string | null {
  const limit = limits[scope];
  const tried = sent + bounced;
  const whose = scope === 'mailbox' ? 'this mailbox' : 'the mailboxes of this domain';
  if (tried < limit.triedMin) return null;
  if (bounced >= limit.bouncedMin && bounced / tried > limit.bounceRateMax) {
    return `Paused to protect the sender: ${bounced} of ${tried} messages that ${whose} sent in the last days came back. Verify the addresses that come next (verify_emails), remove the bad ones, then resume_mailbox.`;
  }
  if (complaints >= limit.complaintsMin && complaints / tried > limit.complaintRateMax) {
    return `Paused to protect the sender: ${complaints} people complained about ${tried} messages that ${whose} sent in the last days. Look at whom and what the campaigns write, then resume_mailbox.`;
  }
  return null;
}
