import { newId } from '../../domain/values/ids.ts';
import { auditPerson } from '../../engine/members/audit-person.ts';
import { notFound } from '../../errors/errors.ts';
import { inTransaction } from '../../store/documents/transaction.ts';
import { findApiKey, revokeApiKey } from '../../store/members/api-key-store.ts';
import { type Command, operatorActor } from '../command.ts';

export const revokeKeyCommand: Command = {
  name: 'key revoke',
  summary: 'Revoke an API key: it stops working at once.',
  options: { id: { value: '<key_…>', description: 'its id, from "key list" or a log', isRequired: true } },
  async run({ id = '' }, { now }) {
    const key = await findApiKey(id);
    if (key === null) throw notFound('key', id);
    const wasActive = await inTransaction(async () => {
      const isRevoked = await revokeApiKey(key.workspaceId, id, now());
      const summary = `Revoked the API key ${key.name} (…${key.lastFour}).`;
      const act = { actor: operatorActor, via: 'operator' as const, requestId: newId('req'), subjectIds: [id] };
      if (isRevoked)
        await auditPerson(key.workspaceId, { ...act, action: 'revoke_api_key', effect: 'destroy', summary }, now());
      return isRevoked;
    });
    const text = wasActive ? `${key.name} (…${key.lastFour}) is revoked.` : `${key.name} was revoked before.`;
    return { text, data: { id, workspaceId: key.workspaceId, name: key.name, wasActive } };
  },
};
