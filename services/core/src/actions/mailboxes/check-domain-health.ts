import { type Static, Type } from 'typebox';
import { domainOf } from '../../domain/crm/email-address.ts';
import {
  checkDkim,
  checkDmarc,
  checkSpf,
  commonSelectors,
  type HealthCheck,
  healthLevels,
} from '../../domain/mail/mail-domain-health.ts';
import { defineRead } from '../define-action.ts';
import { Described, Input, Nullable, OneOf } from '../schema.ts';
import { findOwnMailbox, mailboxIdInput } from './find-own-mailbox.ts';

const recordMax = 1_000;

const Check = Type.Object({
  level: OneOf(healthLevels, { description: 'How good it is.' }),
  record: Nullable(Type.String({ description: 'The DNS record found.' })),
  advice: Nullable(Type.String({ description: 'What to do about it.' })),
});

const toCheck = ({ level, record, advice }: HealthCheck): Static<typeof Check> => ({
  level,
  record: record?.slice(0, recordMax) ?? null,
  advice,
});

export const checkDomainHealth = defineRead({
  name: 'check_domain_health',
  title: 'Check the domain of a mailbox',
  summary: 'Look up SPF, DKIM and DMARC of a mailbox’s domain.',
  description:
    'Looks up the DNS records that receivers judge a sender by: SPF, DKIM (under your selector, or the usual ones) and DMARC, each with ok, weak, missing or broken and one sentence of advice. Reads only; provider_failed when the name servers do not answer. Messages from a domain where these are missing often land in spam.',
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
    spf: Described(Check, 'Who may send for the domain (SPF).'),
    dkim: Type.Object(
      { ...Check.properties, selector: Nullable(Type.String({ description: 'The selector whose key was found.' })) },
      { description: 'Signature key (DKIM).' },
    ),
    dmarc: Described(Check, 'What receivers do with forgeries (DMARC).'),
    isHealthy: Type.Boolean({ description: 'True when none of the three is missing or broken.' }),
  }),
  errors: ['not_found', 'provider_failed'],
  untrusted: ['spf.record', 'dkim.record', 'dmarc.record'],

  async run({ mailboxId, dkimSelector }, ctx) {
    const { lookUpTxt } = ctx.ports.mail;
    const domain = domainOf((await findOwnMailbox(mailboxId, ctx)).address);
    const selectors = dkimSelector === undefined ? commonSelectors : [dkimSelector];
    const [own, policy, ...keys] = await Promise.all([
      lookUpTxt(domain),
      lookUpTxt(`_dmarc.${domain}`),
      ...selectors.map((selector) => lookUpTxt(`${selector}._domainkey.${domain}`)),
    ]);
    const { selector, ...dkim } = checkDkim(
      selectors.map((name, index) => ({ selector: name, records: keys[index]! })),
    );
    const spf = toCheck(checkSpf(own!));
    const dmarc = toCheck(checkDmarc(policy!));
    const isHealthy = [spf, dkim, dmarc].every(({ level }) => level === 'ok' || level === 'weak');
    const data = { domain, spf, dkim: { ...toCheck(dkim), selector }, dmarc, isHealthy };
    const summary = `${domain}: SPF ${spf.level}, DKIM ${dkim.level}, DMARC ${dmarc.level}.`;
    return { data, summary };
  },
});
