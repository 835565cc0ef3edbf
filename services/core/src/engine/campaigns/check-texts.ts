import { contactLabel } from '../../domain/contacts/contact.ts';
import { notFound } from '../../errors/errors.ts';
import { takeSlices } from '../../process/give-way.ts';
import { findCampaign } from '../../store/campaigns/campaign-store.ts';
import type { WorkspaceRecord } from '../../store/workspaces/workspace-store.ts';
import { previewMailboxes } from './campaign-mailboxes.ts';
import { findPeople, mailboxFor } from './campaign-people.ts';
import { firstEnrolled } from './first-enrolled.ts';
import { sequenceTexts } from './preview-messages.ts';

/** Why a text cannot be sent, and to how many people. */
export interface TextLack {
  message: string;
  count: number;
  stepId: string;
  /** First person concerned, and their position among the enrolled. */
  label: string;
  at: number;
}

/** Renders the sequence for the first enrolled people, and collects what cannot be sent. */
export async function checkTexts(
  campaignId: string,
  limit: number,
  { workspace, now }: { workspace: WorkspaceRecord; now: () => Date },
): Promise<{ checkedCount: number; isAll: boolean; lacks: TextLack[] }> {
  const campaign = await findCampaign(workspace.id, campaignId);
  if (campaign === null) throw notFound('campaign', campaignId);
  const { contactIds, isAll } = await firstEnrolled(workspace.id, campaignId, limit);
  const { mailboxes } = await previewMailboxes(workspace.id, campaign);
  const people = await findPeople(workspace.id, contactIds);
  const lacks = new Map<string, TextLack>();
  const giveWay = takeSlices();
  for (const [index, id] of contactIds.entries()) {
    const person = people.get(id);
    if (person === undefined || mailboxes.length === 0) continue;
    for (const { step, problems } of sequenceTexts(campaign, person, mailboxFor(mailboxes, id), { workspace, now })) {
      const problem = problems.find(({ severity }) => severity === 'error');
      if (problem === undefined) continue;
      const found = lacks.get(problem.message);
      const first = { count: 0, stepId: step.id, label: contactLabel(person.contact), at: index + 1 };
      lacks.set(problem.message, { ...(found ?? first), message: problem.message, count: (found?.count ?? 0) + 1 });
    }
    await giveWay();
  }
  return { checkedCount: people.size, isAll, lacks: [...lacks.values()] };
}
