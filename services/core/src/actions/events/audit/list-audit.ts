import { type Static, Type } from 'typebox';
import { counted } from '../../../domain/text/counted.ts';
import { Described, Input, Nullable, OneOf, paging, Text, Timestamp } from '../../../schema/schema.ts';
import { viewOf } from '../../../schema/view-of.ts';
import { type AuditEntry, listAudit as listEntries } from '../../../store/events/audit/audit-store.ts';
import { defineRead } from '../../definition/define-action.ts';
import { ActorView, toActorView } from '../../members/actor-view.ts';

const AuditEntryView = Type.Object({
  id: Type.String({ description: 'Id of the entry.' }),
  actor: Described(ActorView, 'Who did it.'),
  via: OneOf(['rest', 'mcp', 'app', 'worker', 'operator'], { description: 'Through which door.' }),
  action: Type.String({ description: 'Name of the operation.' }),
  effect: Type.String({ description: 'What kind of effect it has.' }),
  result: Type.String({ description: '"ok", or the error code of a refusal.' }),
  summary: Type.String({ description: 'What was done, in one sentence.' }),
  credits: Type.Integer({ description: 'Credits spent.' }),
  inputDigest: Type.String({ description: 'SHA-256 of the canonical input.' }),
  previewId: Nullable(Type.String({ description: 'The preview that was confirmed.' })),
  approvedBy: Nullable(Described(ActorView, 'The member who approved it, where it needed a person.')),
  idempotencyKey: Nullable(Type.String({ description: 'Idempotency-Key of the request.' })),
  requestId: Type.String({ description: 'X-Request-Id of the request.' }),
  address: Nullable(Type.String({ description: 'Address of the machine that asked; of the client, over MCP.' })),
  sequence: Nullable(Type.Integer({ description: 'Place in the hash chain of the log; null for some seconds.' })),
  subjectIds: Type.Array(Type.String(), { description: 'Records that it was about.' }),
  createdAt: Timestamp('When it happened.'),
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
  summary: 'List who did what.',
  description:
    'Lists what was done in the workspace, newest first: who (person, API key or OAuth client), through ' +
    'what (REST, MCP, application), which action, with which result and cost, about which records. ' +
    'Refused requests are listed with their error code. Reads are not recorded.',
  method: 'get',
  path: '/audit',
  scope: 'audit:read',
  input: Input({
    action: Type.Optional(Text(40, 'Only this action, e.g. create_contact.')),
    subjectId: Type.Optional(Text(40, 'Only what was done to this record.')),
    actorId: Type.Optional(Text(80, 'Only what this user, key or client did.')),
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
