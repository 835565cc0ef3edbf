import { takeSlices } from '../../process/give-way.ts';
import type { CampaignRecord } from '../../store/campaigns/campaign-store.ts';
import type { ActionContext } from '../context/action-context.ts';
import type { CampaignMailbox } from './campaign-mailboxes.ts';
import { mailboxFor, type Person } from './campaign-people.ts';
import { previewSequence } from './preview-messages.ts';

/** What the checks warn about in the messages of a launch, each once: autopilot launches only what has none. */
export async function launchConcerns(
  { campaign, people, count, mailboxes }: LaunchFacts,
  ctx: ActionContext,
): Promise<string[]> {
  const giveWay = takeSlices();
  const concerns = new Set<string>();
  if (count > people.length) concerns.add(`${count - people.length} recipients were not looked at.`);
  for (const person of people) {
    for (const { problems } of previewSequence(campaign, person, mailboxFor(mailboxes, person.contact.id), ctx)) {
      for (const { message } of problems) concerns.add(message);
    }
    await giveWay();
  }
  return [...concerns];
}

interface LaunchFacts {
  campaign: CampaignRecord;
  people: Person[];
  /** How many people it reaches. */
  count: number;
  mailboxes: CampaignMailbox[];
}
