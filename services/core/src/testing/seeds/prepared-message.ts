import { MessageModel } from '../../store/messages/message-model.ts';
import type { Reply } from '../start-test-core.ts';

interface Caller {
  request(method: string, path: string, body?: unknown): Promise<Reply>;
}

/** Prepares a sent message. */
export async function sent({ request }: Caller): Promise<{ messageId: string }> {
  const { body } = await request('GET', '/messages?state=sent');
  return { messageId: body.data[0].id };
}

/** Prepares a message with unconfirmed delivery. */
export async function unconfirmed(world: Caller): Promise<{ messageId: string }> {
  const { messageId } = await sent(world);
  await MessageModel.updateOne({ _id: messageId }, { $set: { state: 'unconfirmed' } });
  return { messageId };
}
