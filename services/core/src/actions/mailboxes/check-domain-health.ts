import { type Static, Type } from 'typebox';
import { domainOf } from '../../domain/contacts/email-address.ts';
import { judgeAuthentication } from '../../domain/mailboxes/authentication/authentication-words.ts';
import { explainCheck, type HealthKind } from '../../domain/mailboxes/domain-health-words.ts';
import {
  checkDkim,
  checkDmarc,
  checkMx,
  checkSpf,
  commonSelectors,
  type HealthCheck,
  healthLevels,
} from '../../domain/mailboxes/mail-domain-health.ts';
import { findOwnMailbox, mailboxIdInput } from '../../engine/mailboxes/find-own-mailbox.ts';
import { Foreign } from '../../schema/foreign.ts';
import { Described, Input, Nullable, OneOf, Timestamp } from '../../schema/schema.ts';
import type { MailboxRecord } from '../../store/mailboxes/mailbox-store.ts';
import { defineRead } from '../definition/define-action.ts';

const recordMax = 1_000;

const Check = Type.Object({
  level: OneOf(healthLevels, { description: 'How good it is.' }),
  explanation: Type.String({ description: 'What it is for and what was found, in plain words.' }),
  record: Nullable(Foreign(Type.String({ description: 'The DNS record found.' }))),
  advice: Nullable(Type.String({ description: 'What to do about it.' })),
});

function toCheck(kind: HealthKind, check: HealthCheck): Static<typeof Check> {
  const { level, record, advice } = check;
  return {
    level,
    explanation: explainCheck(kind, check),
    record: record?.slice(0, recordMax) ?? null,
    advice,
  };
}

function toTestMail({ authentication }: MailboxRecord, domain: string) {
  const judged = judgeAuthentication(authentication ?? null, domain);
  const { spf = null, dkim = null, dmarc = null, signedBy = [], isAligned = null, receivedAt } = authentication ?? {};
  return { ...judged, spf, dkim, dmarc, signedBy, isAligned, receivedAt: receivedAt?.toISOString() ?? null };
}

export const checkDomainHealth = defineRead({
  name: 'check_domain_health',
  title: 'Check the domain of a mailbox',
  summary: 'Look up MX, SPF, DKIM and DMARC of a mailbox’s domain.',
  description:
    'Looks up the DNS records that receivers judge a sender by: MX (where replies arrive), SPF, DKIM (under your selector, or the usual ones) and DMARC, each with ok, weak, missing or broken, what that means, and one sentence of advice; and what the last test mail (send_test_mail) has shown of SPF, DKIM and alignment. Reads only; provider_failed when the name servers do not answer. Messages from a domain where these are missing often land in spam.',
  method: 'get',
  path: '/mailboxes/{mailboxId}/domain-health',
  scope: 'mailboxes:read',
  input: Input({
    ...mailboxIdInput,
    dkimSelector: Type.Optional(
      Type.String({ pattern: '^[A-Za-z0-9]([A-Za-z0-9._-]{0,61}[A-Za-z0-9])?$', description: 'Your DKIM selector.' }),
    ),
  }),
  output: Type.Object({
    domain: Type.String({ description: 'Domain of the mailbox.' }),
    mx: Described(Check, 'Where mail for the domain arrives (MX).'),
    spf: Described(Check, 'Who may send for the domain (SPF).'),
    dkim: Type.Object(
      { ...Check.properties, selector: Nullable(Type.String({ description: 'The selector whose key was found.' })) },
      { description: 'Signature key (DKIM).' },
    ),
    dmarc: Described(Check, 'What receivers do with forgeries (DMARC).'),
    testMail: Type.Object(
      {
        level: OneOf(healthLevels, { description: 'How good it is; missing: none has arrived.' }),
        explanation: Type.String({ description: 'What was found, in plain words.' }),
        advice: Nullable(Type.String({ description: 'What to do about it.' })),
        spf: Nullable(Type.String({ description: 'Result of SPF, as the receiving server wrote it.' })),
        dkim: Nullable(Type.String({ description: 'The same of DKIM.' })),
        dmarc: Nullable(Type.String({ description: 'The same of DMARC.' })),
        signedBy: Type.Array(Foreign(Type.String()), { description: 'Domains that signed it.' }),
        isAligned: Nullable(Type.Boolean({ description: 'Whether one of them is the domain of the address.' })),
        receivedAt: Nullable(Timestamp('When it arrived.')),
      },
      { description: 'What the last message of send_test_mail has shown.' },
    ),
    isHealthy: Type.Boolean({
      description: 'True when none of the four is missing or broken, and no test mail was found broken.',
    }),
  }),
  errors: ['not_found', 'provider_failed'],

  async run({ mailboxId, dkimSelector }, ctx) {
    const { lookUpTxt, lookUpMx } = ctx.ports.mail;
    const mailbox = await findOwnMailbox(mailboxId, ctx);
    const domain = domainOf(mailbox.address);
    const selectors = dkimSelector === undefined ? commonSelectors : [dkimSelector];
    const [servers, own, policy, ...keys] = await Promise.all([
      lookUpMx(domain),
      lookUpTxt(domain),
      lookUpTxt(`_dmarc.${domain}`),
      ...selectors.map((selector) => lookUpTxt(`${selector}._domainkey.${domain}`)),
    ]);
    const { selector, ...dkim } = checkDkim(
      selectors.map((name, index) => ({ selector: name, records: keys[index]! })),
    );
    const mx = toCheck('mx', checkMx(servers));
    const spf = toCheck('spf', checkSpf(own!));
    const dmarc = toCheck('dmarc', checkDmarc(policy!));
    const testMail = toTestMail(mailbox, domain);
    const isPublished = [mx, spf, dkim, dmarc].every(({ level }) => level === 'ok' || level === 'weak');
    const isHealthy = isPublished && testMail.level !== 'broken';
    const data = { domain, mx, spf, dkim: { ...toCheck('dkim', dkim), selector }, dmarc, testMail, isHealthy };
    const summary = `${domain}: MX ${mx.level}, SPF ${spf.level}, DKIM ${dkim.level}, DMARC ${dmarc.level}.`;
    return { data, summary };
  },
});
