import { type ContactDetail, getContact } from '../../actions/contacts/get-contact.ts';
import { listContactNotes } from '../../actions/contacts/history/list-contact-notes.ts';
import { getMessage } from '../../actions/messages/get-message.ts';
import { peopleNearby } from '../contacts/people-nearby.ts';
import { unlessGone } from '../contacts/unless-gone.ts';
import { readAction } from '../do/perform-action.ts';
import type { WebContext, WebDeps } from '../frame/web-deps.ts';

const notesMax = 2;

/** The person who wrote a reply, as the inbox shows them beside the thread. */
export async function aboutSender(
  ctx: WebContext,
  deps: WebDeps,
  { contactId, messageId }: { contactId: string | null; messageId: string | null },
) {
  const found = contactId && (await unlessGone(readAction(ctx, deps, getContact, { contactId })));
  const contact = found as ContactDetail | null;
  const message = messageId && (await unlessGone(readAction(ctx, deps, getMessage, { messageId })));
  if (!contact) return { message };
  return {
    message,
    contact,
    localTime: contact.timeZone && clockIn(contact.timeZone, deps.now()),
    notes: await readAction(ctx, deps, listContactNotes, { contactId: contact.id, limit: notesMax }),
    ...(await peopleNearby(ctx, deps, contact)),
  };
}

/** "Sun 4:52 PM" at the person's place. */
function clockIn(timeZone: string, now: Date): string {
  return now.toLocaleString('en-US', { timeZone, weekday: 'short', hour: 'numeric', minute: '2-digit' });
}
