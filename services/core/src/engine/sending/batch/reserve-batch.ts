import { allowanceOn } from '../../../domain/sending/mailboxes/warm-up.ts';
import type { ContactRecord } from '../../../store/contacts/contact-store.ts';
import type { MessageRecord } from '../../../store/messages/message-store.ts';
import { countAllSends, type Places, releasePlaces, reservePlaces } from '../../../store/sending/send-counter-store.ts';
import type { Turn } from '../turn-facts.ts';

export interface Ready {
  message: MessageRecord;
  contact: ContactRecord | null;
}

export interface Reserved {
  ready: Ready[];
  /** Messages over a company's daily limit. */
  full: Ready[];
}

interface Cap {
  subjectId: string;
  cap: number;
}

/** Limits that a message counts against. */
function capsOf(one: Ready, turn: Turn): Cap[] {
  const caps = realCapsOf(one, turn);
  return turn.ignoresLimits ? caps.map(({ subjectId }) => ({ subjectId, cap: Number.MAX_SAFE_INTEGER })) : caps;
}

function realCapsOf({ message, contact }: Ready, turn: Turn): Cap[] {
  const { mailbox, workspace, records, day, sentOn } = turn;
  const caps: Cap[] = [
    { subjectId: mailbox.id, cap: allowanceOn(mailbox, day, (earlier) => sentOn(mailbox.id, earlier)) },
  ];
  const campaign = message.kind === 'campaign' ? records.get(message.campaignId ?? '') : undefined;
  if (campaign === undefined) return caps;
  if (campaign.dailyCap !== null) caps.push({ subjectId: campaign.id, cap: campaign.dailyCap });
  if (campaign.newPerDayCap !== null && message.stepIndex === 0) {
    caps.push({ subjectId: `${campaign.id}/new`, cap: campaign.newPerDayCap });
  }
  const company = contact?.companyId ?? contact?.companyDomain;
  const companyCap = campaign.perCompanyDailyCap ?? workspace.settings.perCompanyDailyCap;
  if (company && companyCap > 0) caps.push({ subjectId: `company/${company}`, cap: companyCap });
  return caps;
}

/** Reserves the limits for a whole batch in one step. Excludes messages over any limit. */
export async function reserveBatch(candidates: Ready[], turn: Turn): Promise<Reserved> {
  const { workspace, day } = turn;
  const wanted = candidates.map((one) => ({ one, caps: capsOf(one, turn) }));
  const companies = wanted.flatMap(({ caps }) => caps.filter(({ subjectId }) => subjectId.startsWith('company/')));
  const counted = await countAllSends(
    workspace.id,
    companies.map(({ subjectId }) => ({ subjectId, day })),
  );
  const left = new Map(companies.map(({ subjectId, cap }) => [subjectId, cap - counted(subjectId, day)]));
  const fitting = wanted.filter(({ caps }) => takeOne(caps, left));
  const places = placesOf(fitting.flatMap(({ caps }) => caps));
  const full = await reservePlaces(workspace.id, day, places, turn.now);
  const ready = fitting.filter(({ caps }) => !caps.some(({ subjectId }) => full.has(subjectId)));
  if (full.size > 0) {
    const lost = fitting.filter((one) => !ready.includes(one)).flatMap(({ caps }) => caps);
    await releasePlaces(workspace.id, day, placesOf(lost.filter(({ subjectId }) => !full.has(subjectId))));
  }
  const kept = new Set(fitting.map(({ one }) => one));
  return { ready: ready.map(({ one }) => one), full: candidates.filter((one) => !kept.has(one)) };
}

function takeOne(caps: Cap[], left: Map<string, number>): boolean {
  const company = caps.find(({ subjectId }) => left.has(subjectId))?.subjectId;
  if (company === undefined) return true;
  const places = left.get(company)!;
  left.set(company, places - 1);
  return places > 0;
}

function placesOf(caps: Cap[]): Places[] {
  const counts = new Map<string, Places>();
  for (const { subjectId, cap } of caps) {
    const known = counts.get(subjectId) ?? { subjectId, cap, count: 0 };
    counts.set(subjectId, { ...known, count: known.count + 1 });
  }
  return [...counts.values()];
}

/** Releases the reservations of messages that were not sent. */
export async function releaseBatch(messages: Ready[], turn: Turn): Promise<void> {
  await releasePlaces(turn.workspace.id, turn.day, placesOf(messages.flatMap((one) => capsOf(one, turn))));
}
