import { colleagueDomains } from '../../domain/replies/colleague-address.ts';
import { refusals } from '../../domain/replies/wishes/company-wish.ts';
import { findEnrollmentsTo, findOpenEnrollmentsOf } from '../../store/campaigns/enrollment-bulk.ts';
import type { EnrollmentRecord } from '../../store/campaigns/enrollment-store.ts';
import { findColleagues } from '../../store/contacts/contact-bulk-store.ts';
import { findContact } from '../../store/contacts/contact-store.ts';
import type { ReplyRecord } from '../../store/replies/reply-store.ts';
import { endEnrollment } from '../campaigns/enrollment-effects.ts';
import { countedEffects, type PlannedEffect } from '../context/plan.ts';
import { endedTaskEffects } from '../tasks/task-effects.ts';

type Writer = Pick<ReplyRecord, 'workspaceId' | 'contactId' | 'fromAddress'>;

/** Open enrollments of everyone at the writer's company, by company record and by email domain. */
async function openOfCompany({ workspaceId, contactId, fromAddress }: Writer): Promise<EnrollmentRecord[]> {
  const writer = contactId === null ? null : await findContact(workspaceId, contactId);
  // At a public provider, people who share the domain are not colleagues.
  const [domain] = colleagueDomains([fromAddress]);
  const colleagues = await findColleagues(workspaceId, {
    ...(writer?.companyId && { companyId: writer.companyId }),
    ...(domain && { companyDomain: domain }),
  });
  const ids = colleagues.filter((id) => id !== contactId);
  const byRecord = await findOpenEnrollmentsOf(workspaceId, ids);
  const byAddress = domain ? await findEnrollmentsTo(workspaceId, domain) : [];
  const all = [...byRecord, ...byAddress].filter((enrollment) => enrollment.contactId !== contactId);
  return [...new Map(all.map((enrollment) => [enrollment.id, enrollment])).values()];
}

/** True if a reply of this class still counts as an opt-out for the whole company. */
export function stopsCompany({ asksForCompany, class: replyClass, wish }: ReplyRecord): boolean {
  return asksForCompany === true && (wish !== 'none' || refusals.includes(replyClass));
}

/** Ends the sequences of all colleagues, in every campaign, after an opt-out for the whole company. */
export async function stopColleagues(writer: Writer, now: Date): Promise<void> {
  for (const { id } of await openOfCompany(writer))
    await endEnrollment(writer.workspaceId, id, 'removed', now, 'company_opted_out');
}

export async function stoppedColleagueEffects(writer: Writer): Promise<PlannedEffect[]> {
  const open = await openOfCompany(writer);
  const ids = open.map(({ id }) => id);
  return [
    ...countedEffects('stop', 'enrollment', open.length, { endReason: 'company_opted_out' }),
    ...(await endedTaskEffects(writer.workspaceId, ids)),
  ];
}
