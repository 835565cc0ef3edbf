import type { EmailStatus } from './contact.ts';

/** Never eligible, even if the campaign allows the status. */
export const unsendableStatuses: readonly EmailStatus[] = ['invalid', 'disposable', 'do_not_mail'];

const usableStatuses: readonly EmailStatus[] = ['valid', 'catch_all'];

/** True if a revealed address is worth a credit: as far as anyone can tell, its domain accepts mail for it. */
export function isUsableStatus(status: EmailStatus | null): boolean {
  return status !== null && usableStatuses.includes(status);
}

/** True if a verifier found something out, so that the check costs a credit. */
export function isFinding(status: EmailStatus): boolean {
  return status !== 'unknown' && status !== 'unverified';
}
