import { type Static, Type } from 'typebox';
import { counted } from '../../domain/text/counted.ts';
import { Described, Input, Nullable, OneOf, paging, Timestamp } from '../../schema/schema.ts';
import { viewOf } from '../../schema/view-of.ts';
import { type LedgerEntry, ledgerKinds, listLedger as listEntries } from '../../store/credits/ledger-store.ts';
import { defineRead } from '../definition/define-action.ts';
import { ActorView, toActorView } from '../members/actor-view.ts';

const LedgerEntryView = Type.Object({
  id: Type.String({ description: 'Id of the movement.' }),
  kind: OneOf(ledgerKinds, { description: 'What kind of movement.' }),
  amount: Type.Integer({ description: 'Signed: the sum of all entries is the balance.' }),
  balanceAfter: Type.Integer({ description: 'Balance after it.' }),
  action: Type.String({ description: 'Operation that moved credits.' }),
  operationId: Type.String({ description: 'The same for hold, release and capture of one operation.' }),
  idempotencyKey: Nullable(Type.String({ description: 'Idempotency-Key of the request.' })),
  actor: Described(ActorView, 'Who acted.'),
  subjectIds: Type.Array(Type.String(), { description: 'Records that it was for.' }),
  note: Nullable(Type.String({ description: 'Remark, e.g. of a grant.' })),
  createdAt: Timestamp('When it was booked.'),
});

function toView(entry: LedgerEntry): Static<typeof LedgerEntryView> {
  return viewOf(LedgerEntryView, entry, { actor: toActorView(entry.actor) });
}

export const listLedger = defineRead({
  name: 'list_ledger',
  title: 'List the credit ledger',
  summary: 'List what moved credits.',
  description:
    'Lists all movements of credits, newest first: grants, holds before a call to a provider, releases ' +
    'of holds, captures of what was delivered, refunds. Each names the action, who acted, and the ' +
    'idempotency key.',
  method: 'get',
  path: '/credits/ledger',
  scope: 'credits:read',
  input: Input({ kind: Type.Optional(OneOf(ledgerKinds, { description: 'Only these movements.' })), ...paging }),
  output: Type.Array(LedgerEntryView),
  errors: [],
  isPaged: true,

  async run(input, ctx) {
    const request = ctx.pager.request(input, '-id');
    const { kind } = input;
    const found = await listEntries(ctx.workspaceId, kind === undefined ? {} : { kind }, request);
    const page = ctx.pager.answer(input, request, found);
    return { data: found.items.map(toView), page, summary: `${counted(found.items.length, 'movement')}.` };
  },
});
