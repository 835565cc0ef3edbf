import type { EmailStatus } from './contact-values.ts';
import { domainOf } from './email-address.ts';
import { isReservedDomain } from './email-risk.ts';

/**
 * How a workspace treats invented people:
 * - `pass`: it has no real mailbox, so no message leaves it. They pass with any email status.
 * - `skip`: it has a real mailbox, so no message goes to them.
 * - `as_others`: the operator lifted both rules, for tests.
 */
export type InventedRule = 'pass' | 'skip' | 'as_others';

/** Facts that tell an invented person. */
export interface PossiblyInvented {
  email?: string | null;
  emailStatus?: EmailStatus;
  isInvented?: boolean;
}

export function isReservedAddress(email: string | null | undefined): boolean {
  return Boolean(email) && isReservedDomain(domainOf(email!));
}

/** True for people of the built-in directory and for addresses at reserved names. */
export function isInventedPerson({ email, isInvented }: PossiblyInvented): boolean {
  return isInvented === true || isReservedAddress(email);
}

/** True if the person passes the check of the address status because nothing can reach them. */
export function passesAsInvented(person: PossiblyInvented, rule: InventedRule): boolean {
  return rule === 'pass' && person.emailStatus === 'unverified' && isReservedAddress(person.email);
}

/** Part of the settings that decides about reserved names. */
export interface ReservedSetting {
  /** True if addresses at reserved names are treated like others. */
  areReservedRecipientsAllowed: boolean;
}

/** Status of an address: `unverified` at a reserved name, whatever a caller or verifier says. */
export function statusAt<Status extends EmailStatus | null | undefined>(
  email: string | null | undefined,
  status: Status,
  { areReservedRecipientsAllowed }: ReservedSetting,
): Status | 'unverified' {
  const isForced = Boolean(status) && !areReservedRecipientsAllowed && isReservedAddress(email);
  return isForced ? 'unverified' : status;
}

/** Facts with the status that their address can have. */
export function withStatusAt<Facts extends PossiblyInvented>(facts: Facts, setting: ReservedSetting): Facts {
  const { email, emailStatus } = facts;
  return emailStatus === undefined ? facts : { ...facts, emailStatus: statusAt(email, emailStatus, setting) };
}
