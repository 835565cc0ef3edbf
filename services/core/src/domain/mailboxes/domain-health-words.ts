import type { HealthCheck, HealthLevel } from './mail-domain-health.ts';

export type HealthKind = 'mx' | 'spf' | 'dkim' | 'dmarc';

const purposes: Record<HealthKind, string> = {
  mx: 'MX names the servers that receive mail for the domain. Replies and bounces arrive there.',
  spf: 'SPF names the servers that may send for the domain.',
  dkim: 'DKIM signs each message, so that receivers can verify its sender and content.',
  dmarc: 'DMARC tells receivers what to do with mail in your name that neither SPF nor DKIM confirms.',
};

const findings: Record<HealthKind, Record<HealthLevel, string>> = {
  mx: {
    ok: 'It is set up.',
    weak: 'It is set up.',
    missing: 'There is no MX record, so replies and bounces cannot arrive.',
    broken: 'The MX record says that the domain receives no mail, so replies and bounces cannot arrive.',
  },
  spf: {
    ok: 'It is set up.',
    weak: 'It exists, but does not say what to do with mail from other servers.',
    missing: 'There is no SPF record. Receivers cannot tell your servers from others, so mail often goes to spam.',
    broken: 'It exists, but receivers cannot use it, so mail often goes to spam.',
  },
  dkim: {
    ok: 'A key was found.',
    weak: 'A key was found.',
    missing: 'No key was found. Large providers distrust unsigned mail.',
    broken: 'The key was revoked, so mail signed with it counts as forged.',
  },
  dmarc: {
    ok: 'It is set up.',
    weak: 'It exists, but only monitors: forged mail in your name still arrives.',
    missing: 'There is no DMARC record. Google and Yahoo require it from bulk senders.',
    broken: 'It exists, but receivers cannot use it.',
  },
};

/** Explains the purpose and result of a check, for readers new to the topic. */
export function explainCheck(kind: HealthKind, { level }: HealthCheck): string {
  return `${purposes[kind]} ${findings[kind][level]}`;
}
