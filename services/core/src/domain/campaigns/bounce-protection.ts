const sentMin = 20;
const bouncedMin = 3;
const bounceRateMax = 0.08;
const complaintsMin = 2;
const complaintRateMax = 0.003;

/**
 * True if so many addresses bounce that further sending would harm the sender's reputation. In small campaigns, a
 * minimum count and a majority of bounces are required.
 */
export function isBounceRateTooHigh({ sent, bounced }: { sent: number; bounced: number }): boolean {
  const tried = sent + bounced;
  if (bounced < bouncedMin || tried === 0) return false;
  return tried < sentMin ? bounced / tried > 0.5 : bounced / tried > bounceRateMax;
}

export function isComplaintRateTooHigh({ sent, complaints }: { sent: number; complaints: number }): boolean {
  return complaints >= complaintsMin && complaints / Math.max(sent, 1) > complaintRateMax;
}
