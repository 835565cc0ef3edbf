import { randomBytes } from 'node:crypto';
import { domainOf } from '../../domain/contacts/email-address.ts';
import { AppError } from '../../errors/errors.ts';
import { checkMailHost, type Resolve } from '../../transport/mail-host-guard.ts';
import type { Verdict } from './email-verifier.ts';
import { dnsMailHosts } from './mail-resolver.ts';
import { SmtpDialogue, type SmtpReply, SmtpSilence } from './smtp-dialogue.ts';

/** Time for which a domain's catch-all result is trusted, in milliseconds. */
const domainKeptMs = 30 * 24 * 60 * 60 * 1000;
const hostsTried = 2;
const stepMs = 8_000;
const smtpPort = 25;

/** Catch-all result for a domain and the time of the check. Implemented by the store. */
export interface DomainFinding {
  isCatchAll: boolean;
  checkedAt: Date;
}

export interface DomainFindings {
  find(domain: string): Promise<DomainFinding | null>;
  save(domain: string, finding: DomainFinding): Promise<void>;
}

export interface ProbeOptions {
  /** Sender address used in the probe. */
  from: string;
  /** Our host name in EHLO. */
  clientName: string;
  isPrivateHostAllowed: boolean;
  domains: DomainFindings;
  mailHosts?: (domain: string) => Promise<string[]>;
  resolve?: Resolve;
  port?: number;
  timeoutMs?: number;
  now?: () => Date;
}

export type SmtpProbe = (email: string) => Promise<Verdict>;

const provider = 'builtin';
function unknown(reason: string): Verdict {
  return { status: 'unknown', reason, provider };
}
const catchAll: Verdict = { status: 'catch_all', reason: 'accepts_any_address', provider };

/**
 * True if the server rejects the recipient rather than us. 550 is used for both, so the enhanced code decides if
 * present.
 */
function isUnknownMailbox({ code, enhanced }: SmtpReply): boolean {
  return enhanced === null ? [550, 551, 553].includes(code) : /^5\.1\.|^5\.2\.1/.test(enhanced);
}

function isPositive({ code }: SmtpReply): boolean {
  return code >= 200 && code < 300;
}

/** Verdict on the address, from the reply to RCPT. */
function judgeRecipient(reply: SmtpReply): Verdict {
  if (isPositive(reply)) return { status: 'valid', reason: 'mailbox_accepts', provider };
  if (isUnknownMailbox(reply)) return { status: 'invalid', reason: 'mailbox_unknown', provider };
  return unknown(reply.code < 500 ? 'server_says_later' : 'server_refuses_us');
}

/**
 * Asks the domain's mail server whether it accepts mail for a nonexistent address, and then for the real one. Never
 * starts a message (no DATA). Only one conversation with a domain runs at a time.
 */
export function createSmtpProbe(options: ProbeOptions): SmtpProbe {
  const turns = new Map<string, Promise<unknown>>();
  return (email) => {
    const domain = domainOf(email);
    const turn = (turns.get(domain) ?? Promise.resolve()).then(() => probe(email, domain, options));
    const quiet = turn.catch(() => undefined);
    turns.set(domain, quiet);
    void quiet.then(() => turns.get(domain) === quiet && turns.delete(domain));
    return turn;
  };
}

async function probe(email: string, domain: string, options: ProbeOptions): Promise<Verdict> {
  const { domains, now = () => new Date(), mailHosts = dnsMailHosts } = options;
  const found = await domains.find(domain);
  const known = found !== null && now().getTime() - found.checkedAt.getTime() < domainKeptMs ? found : null;
  if (known?.isCatchAll) return catchAll;
  let verdict = unknown('server_unreachable');
  for (const host of (await mailHosts(domain)).slice(0, hostsTried)) {
    const heard = await askHost(host, email, known !== null, options);
    if (heard.isCatchAll !== undefined) await domains.save(domain, { isCatchAll: heard.isCatchAll, checkedAt: now() });
    verdict = heard.verdict;
    if (verdict.reason !== 'server_unreachable') break;
  }
  return verdict;
}

interface Heard {
  verdict: Verdict;
  /** Set if it was determined. */
  isCatchAll?: boolean;
}

async function askHost(host: string, email: string, isDomainKnown: boolean, options: ProbeOptions): Promise<Heard> {
  const { port = smtpPort, timeoutMs = stepMs } = options;
  const address = await checkMailHost(host, port, options).catch((error: unknown) => {
    if (error instanceof AppError) return null;
    throw error;
  });
  if (address === null) return { verdict: unknown('server_not_public') };
  const dialogue = new SmtpDialogue({ address, port, timeoutMs });
  try {
    return await converse(dialogue, email, isDomainKnown, options);
  } catch (error) {
    if (error instanceof SmtpSilence) return { verdict: unknown('server_unreachable') };
    throw error;
  } finally {
    dialogue.close();
  }
}

async function converse(
  dialogue: SmtpDialogue,
  email: string,
  isDomainKnown: boolean,
  { clientName, from }: ProbeOptions,
): Promise<Heard> {
  const refusal = await firstRefusal([
    () => dialogue.hear(),
    () => dialogue.ask(`EHLO ${clientName}`),
    () => dialogue.ask(`MAIL FROM:<${from}>`),
  ]);
  if (refusal !== undefined)
    return { verdict: unknown(refusal.code < 500 ? 'server_says_later' : 'server_refuses_us') };
  if (isDomainKnown) return { verdict: judgeRecipient(await dialogue.ask(`RCPT TO:<${email}>`)) };
  const nobody = `${randomBytes(12).toString('hex')}@${domainOf(email)}`;
  const made = await dialogue.ask(`RCPT TO:<${nobody}>`);
  if (isPositive(made)) return { verdict: catchAll, isCatchAll: true };
  const verdict = judgeRecipient(await dialogue.ask(`RCPT TO:<${email}>`));
  return isUnknownMailbox(made) ? { verdict, isCatchAll: false } : { verdict };
}

async function firstRefusal(steps: (() => Promise<SmtpReply>)[]): Promise<SmtpReply | undefined> {
  for (const step of steps) {
    const reply = await step();
    if (!isPositive(reply)) return reply;
  }
  return undefined;
}
