import { cutText } from '@outbound/node-service/text/cut-text';
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
  level: OneOf(healthLevels, { description: 'Rating of the record.' }),
  explanation: Type.String({ description: 'Purpose of the record, and the result in plain words.' }),
  record: Nullable(Foreign(Type.String({ description: 'The DNS record found.' }))),
  advice: Nullable(Type.String({ description: 'Recommended action.' })),
});

function toCheck(kind: HealthKind, check: HealthCheck): Static<typeof Check> {
  const { level, record, advice } = check;
  return {
    level,
    explanation: explainCheck(kind, check),
    record: record === undefined || record === null ? null : cutText(record, recordMax),
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
  summary: "Check MX, SPF, DKIM, and DMARC of a mailbox's domain.",
  description:
    'Checks the DNS records by which receivers judge a sender: MX (delivery of replies), SPF, DKIM (with your ' +
    'selector, or the usual ones), and DMARC. Each is rated ok, weak, missing, or broken, with an explanation ' +
    'and one piece of advice. Also returns what the last test email (send_test_mail) showed about SPF, DKIM, ' +
    'and alignment. Fails with provider_failed if the name servers do not respond. Email from a domain ' +
    'without these records is often treated as spam.',
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
    mx: Described(Check, 'Servers that receive mail for the domain (MX).'),
    spf: Described(Check, 'Servers that may send for the domain (SPF).'),
    dkim: Type.Object(
      { ...Check.properties, selector: Nullable(Type.String({ description: 'Selector of the key that was found.' })) },
      { description: 'Signature key (DKIM).' },
    ),
    dmarc: Described(Check, 'Policy for forged email (DMARC).'),
    testMail: Type.Object(
      {
        level: OneOf(healthLevels, { description: 'Rating. missing: no test email has arrived.' }),
        explanation: Type.String({ description: 'Result in plain words.' }),
        advice: Nullable(Type.String({ description: 'Recommended action.' })),
        spf: Nullable(Type.String({ description: 'SPF result, as the receiving server reported it.' })),
        dkim: Nullable(Type.String({ description: 'DKIM result, as the receiving server reported it.' })),
        dmarc: Nullable(Type.String({ description: 'DMARC result, as the receiving server reported it.' })),
        signedBy: Type.Array(Foreign(Type.String()), { description: 'Domains that signed it.' }),
        isAligned: Nullable(Type.Boolean({ description: 'True if one of them is the domain of the email address.' })),
        receivedAt: Nullable(Timestamp('Arrival time.')),
      },
      { description: 'Result of the last test email.' },
    ),
    isHealthy: Type.Boolean({
      description: 'True if none of the four records is missing or broken, and no test email failed.',
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
