/** One month after the receipt of a request (GDPR Art. 12(3)). A shorter month ends on its last day. */
export function erasureDeadline(receivedAt: Date): Date {
  const deadline = new Date(receivedAt);
  deadline.setUTCMonth(deadline.getUTCMonth() + 1);
  if (deadline.getUTCDate() !== receivedAt.getUTCDate()) deadline.setUTCDate(0);
  return deadline;
}
