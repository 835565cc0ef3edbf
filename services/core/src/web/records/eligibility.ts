import { cutText } from '@outbound/node-service/text/cut-text';
import { listEnrollments } from '../../actions/campaigns/enrollments/list-enrollments.ts';
import { type EnrollSkipReason, enrollSkipTexts } from '../../domain/campaigns/enrollment-skip.ts';
import { openEnrollmentStates } from '../../domain/campaigns/enrollment-state.ts';
import { namesOfRecords } from '../../engine/names/names-of-records.ts';
import { memberIn } from '../chain/load-visitor.ts';
import { actionHref } from '../do/action-link.ts';
import { readAction } from '../do/perform-action.ts';
import type { WebContext, WebDeps } from '../frame/web-deps.ts';

const enrollmentsMax = 50;
const nameMax = 60;

/** Operation that can fix a reason, with the text of its button. */
const fixes: Partial<Record<EnrollSkipReason, { action: string; button: string }>> = {
  no_email: { action: 'enrich_contact', button: 'Look for one…' },
  no_basis: { action: 'update_contact', button: 'Declare it…' },
  email_not_allowed: { action: 'verify_email', button: 'Verify…' },
};

export interface Advice {
  text: string;
  button?: string;
  href?: string;
}

/** The reason in words, with the possible fix, or with the campaign that the contact is in. */
export async function adviceOn(
  ctx: WebContext,
  deps: WebDeps,
  reason: EnrollSkipReason,
  contactId: string,
): Promise<Advice> {
  const elsewhere = reason === 'in_other_campaign' ? await openEnrollment(ctx, deps, contactId) : undefined;
  if (elsewhere !== undefined) return elsewhere;
  const { action, button } = fixes[reason] ?? {};
  const href = action && actionHref(action, { contactId }, `/app/contacts/${contactId}`);
  return { text: enrollSkipTexts[reason], button, href };
}

async function openEnrollment(ctx: WebContext, deps: WebDeps, contactId: string): Promise<Advice | undefined> {
  const enrollments = await readAction(ctx, deps, listEnrollments, { contactId, limit: enrollmentsMax });
  const open = enrollments.find(({ state }) => openEnrollmentStates.some((one) => one === state));
  if (open === undefined) return undefined;
  const names = await namesOfRecords(memberIn(ctx).workspace.id, [open.campaignId]);
  const name = cutText(names.get(open.campaignId) ?? 'another campaign', nameMax);
  return { text: `Already active in “${name}”.`, button: 'See enrollment', href: `/app/enrollments/${open.id}` };
}
