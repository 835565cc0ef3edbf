import { insertReply, type NewReply } from '../../store/replies/reply-store.ts';
import type { World } from '../seed-world.ts';
import type { TestCore } from '../start-test-core.ts';

let count = 0;

/** Stores a reply of a stranger that needs an answer, unless `more` changes that. Returns its ID. */
export async function receiveReply(
  core: TestCore,
  { workspaceId, ids }: World,
  more: Partial<NewReply>,
): Promise<string> {
  count += 1;
  const mail: NewReply = {
    mailboxId: ids.mailboxId!,
    messageId: null,
    campaignId: null,
    enrollmentId: null,
    contactId: null,
    fromAddress: 'eve@home.example',
    fromName: 'Eve Moore',
    subject: `Mail ${count}`,
    bodyText: 'Hi.',
    attachments: [],
    messageIdHeader: `<mail${count}@home.example>`,
    references: [],
    returnDate: null,
    class: 'interested',
    confidence: 0.82,
    classifiedBy: 'rule',
    needsAction: true,
    receivedAt: new Date(core.deps.now().getTime() + count * 1_000),
  };
  return (await insertReply(workspaceId, { ...mail, ...more }, core.deps.now())).id;
}
