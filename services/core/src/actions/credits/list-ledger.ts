import { type Static, Type } from 'typebox';
import { counted } from '../../domain/text/counted.ts';
import { Described, Input, Nullable, OneOf, paging, Timestamp } from '../../schema/schema.ts';
import { viewOf } from '../../schema/view-of.ts';
import { type LedgerEntry, ledgerKinds, listLedger as listEntries } from '../../store/credits/ledger-store.ts';
import { defineRead } from '../definition/define-action.ts';
import { ActorView, toActorView } from '../members/actor-view.ts';

const LedgerEntryView = Type.Object({
  id: Type.String({ description: 'ID of the ledger entry.' }),
  kind: OneOf(ledgerKinds, { description: 'Type of the entry.' }),
  amount: Type.Integer({ description: 'Signed amount. The sum of all entries is the balance.' }),
  balanceAfter: Type.Integer({ description: 'Balance after the entry.' }),
  action: Type.String({ description: 'Operation that moved credits.' }),
  operationId: Type.String({ description: 'Shared by the hold, release, and capture of one operation.' }),
  idempotencyKey: Nullable(Type.String({ description: 'Idempotency-Key of the request.' })),
  actor: Described(ActorView, 'Actor.'),
  subjectIds: Type.Array(Type.String(), { description: 'Affected records.' }),
  note: Nullable(Type.String({ description: 'Remark, for example of a grant.' })),
  createdAt: Timestamp('Time of the entry.'),
});

function toView(entry: LedgerEntry): Static<typeof LedgerEntryView> {
  return viewOf(LedgerEntryView, entry, { actor: toActorView(entry.actor) });
}

export const listLedger = defineRead({
  name: 'list_ledger',
  title: 'List the credit ledger',
  summary: 'List credit movements.',
  description:
    'Lists all credit movements, newest first: grants, holds before a provider call, releases of holds, ' +
    'captures of delivered results, and refunds. Each has its action, actor, and idempotency key.',
  method: 'get',
  path: '/credits/ledger',
  scope: 'credits:read',
  input: Input({ kind: Type.Optional(OneOf(ledgerKinds, { description: 'Only entries of this type.' })), ...paging }),
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
