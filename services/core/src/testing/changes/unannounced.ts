import type { ChangedRecord, StoredRecord } from './store-dump.ts';

/** Members derived from another member, or from a change with its own event. */
const followingMembers: Record<string, readonly string[]> = {
  companies: ['contactCount', 'score'],
  // Scores are derived and change in bulk. Clients that keep a copy read them on demand.
  contacts: ['basisSetAt', 'emailStatusCheckedAt', 'lastContactedAt', 'lastRepliedAt', 'score'],
  // contact.merged and company.merged report the new record.
  enrollments: ['contactId', 'companyId'],
  lists: ['memberCount'],
};

/** Collections whose records are deleted with their parent. */
const goWithOthers = ['enrollments'];

/** Required event type prefix for a change of a record. Null if the change needs no event. */
type Announce = (before: StoredRecord | undefined, after: StoredRecord | undefined) => string | null;

/** Requires an event when the record reaches one of the states. */
function onReaching(noun: string, states: readonly string[]): Announce {
  return (before, after) => {
    const state = String(after?.state);
    return states.includes(state) && before?.state !== state ? `${noun}.` : null;
  };
}

const announcing: Record<string, Announce> = {
  contacts: () => 'contact.',
  companies: () => 'company.',
  campaigns: () => 'campaign.',
  lists: () => 'list.',
  enrollments: () => 'enrollment.',
  suppressions: () => 'suppression.',
  approvals: () => 'approval.',
  messages: onReaching('message', ['awaiting_approval', 'sent', 'bounced', 'failed', 'unconfirmed']),
  replies: (before, after) => (before?.class === after?.class || after === undefined ? null : 'reply.'),
  // Tasks skipped because their sequence ended need no event.
  tasks: (before, after) => (after?.closedBy ? onReaching('task', ['completed', 'skipped'])(before, after) : null),
  jobs: onReaching('job', ['completed', 'failed', 'cancelled']),
};

interface Said {
  type: string;
  subjectId: string;
  data: { fields?: string[]; mergedId?: string; contactId?: string };
}

/** Changes without an event. A client's copy of the records would be out of date. */
export function unannounced(changed: ChangedRecord[]): string[] {
  const events = changed.flatMap(({ collection, before, after }) =>
    collection === 'events' && before === undefined ? [after as StoredRecord & Said] : [],
  );
  return changed.flatMap(({ collection, id, before, after, members }) => {
    const own = members.filter((member) => !followingMembers[collection]?.includes(member));
    const isWithOthers = after === undefined && goWithOthers.includes(collection);
    const prefix = own.length === 0 || isWithOthers ? null : (announcing[collection]?.(before, after) ?? null);
    if (prefix === null) return [];
    const said = events.filter(({ type, subjectId, data }) => {
      const isAbout = subjectId === id || (after === undefined && data.mergedId === id);
      const isSending = type === 'message.sent' && data.contactId === id;
      return (isAbout && type.startsWith(prefix)) || isSending;
    });
    if (after === undefined) return said.length > 0 ? [] : [`${collection} ${id} is gone without an event`];
    const missing = own.filter((member) => said.every(({ data }) => data.fields && !data.fields.includes(member)));
    return missing.length === 0 ? [] : [`${collection} ${id}: no event names ${missing.join(', ')}`];
  });
}
