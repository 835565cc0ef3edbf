import { getOutboundReport } from '../../actions/campaigns/reports/get-outbound-report.ts';
import { shifted } from '../../actions/campaigns/reports/report-period.ts';
import { checkDomainHealth } from '../../actions/mailboxes/check-domain-health.ts';
import { listMailboxes } from '../../actions/mailboxes/list-mailboxes.ts';
import { domainOf } from '../../domain/contacts/email-address.ts';
import { localDay } from '../../domain/sending/send-window.ts';
import { rateText } from '../campaigns/reports/report-figures.ts';
import { memberIn, requireMember } from '../chain/load-visitor.ts';
import { refusalOf } from '../do/form-page.ts';
import { readAction } from '../do/perform-action.ts';
import { renderPage } from '../frame/render-page.ts';
import type { WebContext, WebDeps, WebRouter } from '../frame/web-deps.ts';

const path = '/app/mailboxes/deliverability';
const daysShown = 7;

/** How receivers judge each sending domain: its DNS records, and what bounced in the last seven days. */
export function deliverabilityPages(router: WebRouter, deps: WebDeps): void {
  router.get(path, requireMember, (ctx) => show(ctx, deps));
  router.get(`${path}/:mailboxId`, requireMember, (ctx) => showChecks(ctx, deps));
}

async function show(ctx: WebContext, deps: WebDeps): Promise<void> {
  const mailboxes = (await readAction(ctx, deps, listMailboxes, {})).filter(({ kind }) => kind === 'smtp');
  const to = localDay(deps.now(), memberIn(ctx).workspace.settings.timeZone);
  const { byMailbox } = await readAction(ctx, deps, getOutboundReport, { from: shifted(to, 1 - daysShown), to });
  const byDomain = Map.groupBy(mailboxes, ({ address }) => domainOf(address));
  const domains = [...byDomain].map(([domain, own]) => {
    const rows = byMailbox.filter(({ mailboxId }) => own.some(({ id }) => id === mailboxId));
    const [sent, bounced] = [sumOf(rows.map((row) => row.sent)), sumOf(rows.map((row) => row.bounced))];
    return { domain, mailboxId: own[0]!.id, count: own.length, sent, bounced, bounceRate: rateText(bounced, sent) };
  });
  await renderPage(ctx, 'deliverability', { domains, checksPath: path });
}

function sumOf(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}

/** The records of one domain, which the page loads later, because name servers can be slow. */
async function showChecks(ctx: WebContext, deps: WebDeps): Promise<void> {
  const mailboxId = ctx.params.mailboxId!;
  const isPart = ctx.get('hx-request') === 'true';
  try {
    const { domain, mx, spf, dkim, dmarc, testMail } = await readAction(ctx, deps, checkDomainHealth, { mailboxId });
    const checks = Object.entries({ SPF: spf, DKIM: dkim, DMARC: dmarc, MX: mx, 'Test email': testMail });
    await renderPage(ctx, isPart ? 'domain-checks' : 'domain-checks-page', {
      domain,
      mailboxId,
      checks: checks.map(([name, { level, explanation, advice }]) => ({ name, level, explanation, advice })),
    });
  } catch (error) {
    const { problem } = refusalOf(error);
    await renderPage(ctx, isPart ? 'domain-checks' : 'domain-checks-page', { checks: [], mailboxId, problem });
  }
}
