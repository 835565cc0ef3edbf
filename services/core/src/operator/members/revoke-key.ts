import { newId } from '../../domain/values/ids.ts';
import { revokeKey } from '../../engine/members/revoke-key.ts';
import { notFound } from '../../errors/errors.ts';
import { findApiKey } from '../../store/members/api-key-store.ts';
import { type Command, operatorActor } from '../command.ts';

export const revokeKeyCommand: Command = {
  name: 'key revoke',
  summary: 'Revoke an API key: it stops working at once.',
  options: { id: { value: '<key_…>', description: 'its id, from "key list" or a log', isRequired: true } },
  async run({ id = '' }, { now }) {
    const key = await findApiKey(id);
    if (key === null) throw notFound('key', id);
    const act = { actor: operatorActor, via: 'operator', requestId: newId('req') } as const;
    const wasActive = await revokeKey(key.workspaceId, id, act, now());
    const text = wasActive ? `${key.name} (…${key.lastFour}) is revoked.` : `${key.name} was revoked before.`;
    return { text, data: { id, workspaceId: key.workspaceId, name: key.name, wasActive } };
  },
};
