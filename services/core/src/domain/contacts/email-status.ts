import type { EmailStatus } from './contact.ts';

/** Never written to, whatever a campaign allows. */
export const unsendableStatuses: readonly EmailStatus[] = ['invalid', 'disposable', 'do_not_mail'];

const usableStatuses: readonly EmailStatus[] = ['valid', 'catch_all'];

/** Whether a delivered address is worth a credit: the domain takes mail for it, as far as anyone can tell. */
export function isUsableStatus(status: EmailStatus | null): boolean {
  return status !== null && usableStatuses.includes(status);
}
