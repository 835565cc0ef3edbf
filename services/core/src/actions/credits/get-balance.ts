import { Type } from 'typebox';
import { counted } from '../../domain/text/counted.ts';
import { Input } from '../../schema/schema.ts';
import { readBalance } from '../../store/credits/balance-store.ts';
import { defineRead } from '../definition/define-action.ts';

export const getBalance = defineRead({
  name: 'get_balance',
  title: 'Get the credit balance',
  summary: 'Get the available credits.',
  description:
    'Returns the available credits of the workspace. Credits on hold for running work are not included. ' +
    'list_ledger shows past movements, and list_prices shows prices.',
  method: 'get',
  path: '/credits/balance',
  scope: 'credits:read',
  input: Input({}),
  output: Type.Object({
    balance: Type.Integer({ description: 'Available credits, without those on hold.' }),
    plan: Type.String({ description: 'Plan of the workspace.' }),
  }),
  errors: [],

  async run(_input, ctx) {
    const balance = await readBalance(ctx.workspaceId);
    return { data: { balance, plan: ctx.workspace.plan }, summary: `${counted(balance, 'credit')} left.` };
  },
});
