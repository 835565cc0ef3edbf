import type { ChangedRecord, StoredRecord } from './store-dump.ts';

/** Members that follow from something that has an event of its own, or from another member. */
const followingMembers: Record<string, readonly string[]> = {
  companies: ['contactCount', 'score'],
  // Scores are derived, and many at once: who keeps a copy reads them when they are wanted.
  contacts: ['basisSetAt', 'emailStatusCheckedAt', 'lastContactedAt', 'lastRepliedAt', 'score'],
  // Whose it is: said by contact.merged and company.merged.
  enrollments: ['contactId', 'companyId'],
  lists: ['memberCount'],
};

/** Collections of which records go with what they belong to. */
const goWithOthers = ['enrollments'];

/** The beginning of the event's type that a change of a record must have; null: this change has none. */
type Announce = (before: StoredRecord | undefined, after: StoredRecord | undefined) => string | null;

/** A state that is announced when it is reached. */
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
  // Tasks of a sequence that has ended are skipped with it.
  tasks: (before, after) => (after?.closedBy ? onReaching('task', ['completed', 'skipped'])(before, after) : null),
  jobs: onReaching('job', ['completed', 'failed', 'cancelled']),
};

interface Said {
  type: string;
  subjectId: string;
  data: { fields?: string[]; mergedId?: string; contactId?: string };
}

/** Changes that no event announces: a copy of the records that somebody keeps would be wrong. */
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
