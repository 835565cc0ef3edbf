import { insertMessages } from '../../store/messages/message-store.ts';

interface Caller {
  workspaceId: string;
  ids: Record<string, string>;
}

/** Prepares an unsent reply draft from autopilot. */
export async function autopilotDraft({ workspaceId, ids }: Caller): Promise<{ messageId: string }> {
  const at = new Date(Date.now() + 600_000);
  const text = { subject: 'Re: Hello', bodyText: 'Thank you.', to: 'ada@analytical.example' };
  const { replyId, contactId, mailboxId } = ids as Record<'replyId' | 'contactId' | 'mailboxId', string>;
  const own = { replyId, contactId, mailboxId, scheduledAt: at, autopilotAt: at };
  const [draft] = await insertMessages(
    workspaceId,
    [{ kind: 'answer', state: 'scheduled', ...text, ...own }],
    new Date(),
  );
  return { messageId: draft!.id };
}
