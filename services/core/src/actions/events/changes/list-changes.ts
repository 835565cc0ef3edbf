import { type Static, Type } from 'typebox';
import { cursorDays, readChangeCursor, writeChangeCursor } from '../../../domain/events/change-cursor.ts';
import { type ChangeType, changeAreas, changeTypes } from '../../../domain/events/change-types.ts';
import { counted } from '../../../domain/text/counted.ts';
import {
  Described,
  Input,
  Named,
  Nullable,
  OneOf,
  pageSizeDefault,
  paging,
  Text,
  Timestamp,
} from '../../../schema/schema.ts';
import { viewOf } from '../../../schema/view-of.ts';
import { type ChangeRecord, listStoredChanges } from '../../../store/events/changes/change-store.ts';
import { defineRead } from '../../definition/define-action.ts';

const State = Type.Record(Type.String(), Type.Unknown());

const ChangeView = Named(
  'Change',
  Type.Object({
    id: Type.String({ description: 'chg_….' }),
    type: OneOf(changeTypes, { description: 'Kind of the record.' }),
    recordId: Type.String({ description: 'The record. For settings, the workspace.' }),
    at: Timestamp('Time at which the change entered the feed.'),
    version: Nullable(
      Type.Integer({ description: 'Version of the record after the change, or of the deleted record.' }),
    ),
    before: Nullable(
      Described(State, 'Record before the change. Null if it is new, or if this is its first change in the feed.'),
    ),
    after: Nullable(Described(State, 'Record after the change, as its own operations return it. Null: it is deleted.')),
    changed: Type.Array(Type.String(), { description: 'Members that differ between before and after.' }),
  }),
);

function toChangeView(change: ChangeRecord): Static<typeof ChangeView> {
  const { after, was } = change;
  const before = after && was ? { ...after, ...was } : was;
  const { version } = (after ?? before ?? {}) as { version?: number };
  const changed = Object.keys(after && was ? was : (after ?? was ?? {}));
  return viewOf(ChangeView, change, { before, version: version ?? null, changed });
}

/** Types whose records the caller can read. */
export function readableTypes(scopes: readonly string[]): ChangeType[] {
  return changeTypes.filter((type) => scopes.includes(`${changeAreas[type]}:read`));
}

export const listChanges = defineRead({
  name: 'list_changes',
  title: 'List changes',
  summary: 'Follow every change to the records of the workspace.',
  description:
    'Lists changes to contacts, companies, lists, tags, custom fields, campaigns, enrollments, messages, replies, ' +
    'tasks, mailboxes, suppressions, and settings, in the order of the commits, with each record before and after. ' +
    'Use it to mirror or synchronize: start with create_snapshot, then pass nextCursor of each page as after. No ' +
    'change is skipped. Quick changes to one record can arrive as one. Only kinds that the key can read are listed. ' +
    'nextCursor is always present: at the end, ask again later.',
  method: 'get',
  path: '/changes',
  scope: 'changes:read',
  input: Input({
    after: Type.Optional(
      Text(200, `Only changes after this nextCursor, or cursor of a snapshot, at most ${cursorDays} days old.`),
    ),
    limit: paging.limit,
  }),
  output: Type.Array(ChangeView),
  errors: ['cursor_expired'],
  isPaged: true,
  untrusted: ['[].before', '[].after'],

  async run(input, ctx) {
    const { workspaceId } = ctx;
    // The changes that are found are at most this old, also if the last one is committed during the read.
    const at = ctx.now();
    const after = input.after === undefined ? 0 : readChangeCursor(workspaceId, input.after, at).number;
    const limit = input.limit ?? pageSizeDefault;
    const { changes, upTo } = await listStoredChanges(workspaceId, readableTypes(ctx.scopes), { after, limit });
    const isFull = changes.length === limit;
    const nextCursor = writeChangeCursor(workspaceId, { number: upTo, at: isFull ? changes.at(-1)!.at : at });
    const page = { limit, nextCursor };
    return { data: changes.map(toChangeView), page, summary: `${counted(changes.length, 'change')}.` };
  },
});
