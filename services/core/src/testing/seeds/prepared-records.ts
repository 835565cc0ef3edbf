import type { Reply } from '../start-test-core.ts';

interface Caller {
  ids: Record<string, string>;
  request(method: string, path: string, body?: unknown): Promise<Reply>;
}

/** Unused contact ID. */
export const nobody = 'con_01KABCDEFGHJKMNPQRSTVWXYZ0';

/** IDs of people in the built-in directory with a known email address. */
export async function found({ request }: Caller): Promise<string[]> {
  const { body } = await request('POST', '/search/people', { emailStatuses: ['valid'], limit: 3 });
  return body.data.people.map(({ id }: { id: string }) => id);
}

export async function scored({ request, ids }: Caller): Promise<void> {
  await request('POST', `/scoring/profiles/${ids.profileId}/publish`);
  await request('POST', '/scoring/contacts', { profileId: ids.profileId, contactIds: [ids.contactId] });
}

export async function noted({ request, ids }: Caller): Promise<Record<string, unknown>> {
  await request('POST', `/contacts/${ids.contactId}/notes`, { text: 'Met at a fair.' });
  return {};
}

export async function tagged({ request, ids }: Caller): Promise<Record<string, unknown>> {
  const { body } = await request('POST', '/tags', { name: 'a-tag' });
  await request('POST', '/contacts/tag', { contactIds: [ids.contactId, ids.otherContactId], tags: ['a-tag'] });
  return { tagId: body.data.id };
}

export async function launched({ request, ids }: Caller): Promise<Record<string, unknown>> {
  const { body } = await request('POST', `/campaigns/${ids.campaignId}/launch`);
  if (!body.ok) throw new Error(body.summary);
  return {};
}

export async function drafted({ request, ids }: Caller): Promise<Record<string, unknown>> {
  const { body } = await request('POST', `/replies/${ids.replyId}/answer`, { bodyText: 'Gladly.' });
  if (!body.ok) throw new Error(body.summary);
  return {};
}
