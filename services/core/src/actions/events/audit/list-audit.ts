import { type Static, Type } from 'typebox';
import { counted } from '../../../domain/text/counted.ts';
import { Described, Input, Nullable, OneOf, paging, Text, Timestamp } from '../../../schema/schema.ts';
import { viewOf } from '../../../schema/view-of.ts';
import { type AuditEntry, listAudit as listEntries } from '../../../store/events/audit/audit-store.ts';
import { defineRead } from '../../definition/define-action.ts';
import { ActorView, toActorView } from '../../members/actor-view.ts';

const AuditEntryView = Type.Object({
  id: Type.String({ description: 'ID of the entry.' }),
  actor: Described(ActorView, 'Actor.'),
  via: OneOf(['rest', 'mcp', 'app', 'worker', 'operator'], { description: 'Interface that was used.' }),
  action: Type.String({ description: 'Name of the operation.' }),
  effect: Type.String({ description: 'Effect of the operation.' }),
  result: Type.String({ description: '"ok", or the error code of a rejected request.' }),
  summary: Type.String({ description: 'Outcome in one sentence.' }),
  credits: Type.Integer({ description: 'Credits spent.' }),
  inputDigest: Type.String({ description: 'SHA-256 of the canonical input.' }),
  previewId: Nullable(Type.String({ description: 'Preview that was confirmed.' })),
  approvedBy: Nullable(Described(ActorView, 'Member who approved it, if it needed a person.')),
  idempotencyKey: Nullable(Type.String({ description: 'Idempotency-Key of the request.' })),
  requestId: Type.String({ description: 'X-Request-Id of the request.' }),
  address: Nullable(Type.String({ description: 'IP address of the caller; over MCP, of the client.' })),
  sequence: Nullable(Type.Integer({ description: 'Position in the hash chain of the log. Null for a few seconds.' })),
  subjectIds: Type.Array(Type.String(), { description: 'Affected records.' }),
  createdAt: Timestamp('Time of the action.'),
});

function toView(entry: AuditEntry): Static<typeof AuditEntryView> {
  const { actor, approvedBy, chain } = entry;
  return viewOf(AuditEntryView, entry, {
    actor: toActorView(actor),
    approvedBy: approvedBy ? toActorView(approvedBy) : null,
    sequence: chain?.seq ?? null,
  });
}

export const listAudit = defineRead({
  name: 'list_audit',
  title: 'List the audit log',
  summary: 'List actions in the workspace with their actors.',
  description:
    'Lists actions in the workspace, newest first: the actor (person, API key, or OAuth client), the ' +
    'interface (REST, MCP, application), the action, its result and cost, and the affected records. Rejected ' +
    'requests are listed with their error code. Reads are not recorded.',
  method: 'get',
  path: '/audit',
  scope: 'audit:read',
  input: Input({
    action: Type.Optional(Text(40, 'Only this action, such as create_contact.')),
    subjectId: Type.Optional(Text(40, 'Only actions on this record.')),
    actorId: Type.Optional(Text(80, 'Only actions of this user, key, or client.')),
    result: Type.Optional(Text(40, '"ok", or an error code.')),
    ...paging,
  }),
  output: Type.Array(AuditEntryView),
  errors: [],
  isPaged: true,

  async run(input, ctx) {
    const request = ctx.pager.request(input, '-id');
    const { action, subjectId, actorId, result } = input;
    const found = await listEntries(ctx.workspaceId, { action, subjectId, actorId, result }, request);
    const page = ctx.pager.answer(input, request, found);
    return { data: found.items.map(toView), page, summary: `${counted(found.items.length, 'entry')}.` };
  },
});
