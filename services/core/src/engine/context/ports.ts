import type { OrderStep } from '../../domain/jobs/standing-order.ts';
import type { Drafting } from '../../providers/drafting/draft-writer.ts';
import type { Prospects } from '../../providers/prospects/prospects.ts';
import type { SiteReader } from '../../providers/research/site-reader.ts';
import type { EmailVerifier } from '../../providers/verification/email-verifier.ts';
import type { WebhookPort } from '../../providers/webhooks/webhook-port.ts';
import type { MailPort } from '../../transport/mail-port.ts';
import type { SystemMail } from '../../transport/system-mail.ts';

/** An `ActionContext`, which itself has the ports. */
interface CallerContext {
  workspaceId: string;
  scopes: readonly string[];
}

/** Carries out other actions, for standing orders. */
export interface ActionPort {
  /** Throws `validation_failed` or `missing_scope`, with the field below `at`, if the step could never run. */
  check(step: OrderStep, ctx: CallerContext, at: string): void;
  /** Runs a step once per key. Anything that sends or spends waits for a person. */
  run(step: OrderStep, ctx: CallerContext, key: string): Promise<StepOutcome>;
}

export interface StepOutcome {
  outcome: 'updated' | 'skipped' | 'failed';
  reason?: string;
  recordId?: string;
  summary: string;
}

/**
 * External services as actions use them: one property per port of providers/ and mail/. ports.ts selects them from the
 * configuration, and tests replace them.
 */
export interface Ports {
  actions: ActionPort;
  /** Language models of the workspaces, which write messages. */
  drafting: Drafting;
  /** Mail servers: sends and tests mail, and looks up DNS records of a domain. */
  mail: MailPort;
  /** Sends the service's own mail, such as password reset links. Null if no server is configured for it. */
  systemMail: SystemMail | null;
  /** Sources for searching and revealing people and companies. */
  prospects: Prospects;
  /** Public web pages of companies. */
  sites: SiteReader;
  /** Checks whether an email address accepts mail. */
  verifier: EmailVerifier;
  /** Webhook endpoints: checks their URLs and posts events. */
  webhooks: WebhookPort;
}
