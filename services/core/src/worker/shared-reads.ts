import { findCampaign } from '../store/campaigns/campaign-store.ts';
import { findWorkspace } from '../store/identity/workspace-store.ts';
import { mailboxesFor } from '../store/mail/default-mailbox.ts';

const once = <Arguments extends unknown[], Found>(read: (...args: Arguments) => Promise<Found>) => {
  const known = new Map<string, Promise<Found>>();
  return (...args: Arguments): Promise<Found> => {
    const key = JSON.stringify(args);
    const found = known.get(key) ?? read(...args);
    known.set(key, found);
    return found;
  };
};

/**
 * What the messages of one batch have in common, read once for all of them: they are checked at one moment. What is a
 * person's own (consent, suppression, enrollment) and the counters of the caps are read for each message.
 */
export const shareReads = (now: Date) => ({
  findWorkspace: once(findWorkspace),
  findCampaign: once(findCampaign),
  mailboxesFor: once((workspaceId: string, mailboxIds: string[]) => mailboxesFor(workspaceId, mailboxIds, now)),
});

export type SharedReads = ReturnType<typeof shareReads>;
