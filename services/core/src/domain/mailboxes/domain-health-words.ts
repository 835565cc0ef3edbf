import type { HealthCheck, HealthLevel } from './mail-domain-health.ts';

export type HealthKind = 'mx' | 'spf' | 'dkim' | 'dmarc';

const purposes: Record<HealthKind, string> = {
  mx: 'MX says which servers take mail for the domain: replies and bounces arrive there.',
  spf: 'SPF says which servers may send for the domain.',
  dkim: 'DKIM signs each message, so that receivers see who it is from and that nobody changed it.',
  dmarc: 'DMARC says what receivers do with mail in your name that neither SPF nor DKIM confirms.',
};

const findings: Record<HealthKind, Record<HealthLevel, string>> = {
  mx: {
    ok: 'It is set up.',
    weak: 'It is set up.',
    missing: 'There is none: replies and bounces cannot arrive.',
    broken: 'It says that the domain takes no mail at all: replies and bounces cannot arrive.',
  },
  spf: {
    ok: 'It is set up.',
    weak: 'It is there, but leaves open what happens to mail from other servers.',
    missing: 'There is none: receivers cannot tell your servers from those of others, and mail lands in spam.',
    broken: 'It is there, but receivers cannot go by it: mail lands in spam.',
  },
  dkim: {
    ok: 'A key was found.',
    weak: 'A key was found.',
    missing: 'No key was found: large providers mistrust mail that is not signed.',
    broken: 'The key was withdrawn: what is signed with it counts as forged.',
  },
  dmarc: {
    ok: 'It is set up.',
    weak: 'It is there, but only watches: mail in your name that others forge still arrives.',
    missing: 'There is none: Google and Yahoo ask for it of everybody who writes to many people.',
    broken: 'It is there, but receivers cannot go by it.',
  },
};

/** Explains the purpose and result of a check, for readers new to the topic. */
export function explainCheck(kind: HealthKind, { level }: HealthCheck): string {
  return `${purposes[kind]} ${findings[kind][level]}`;
}
