import { Type } from 'typebox';
import { counted } from '../../domain/text/counted.ts';
import { Input } from '../../schema/schema.ts';
import { readBalance } from '../../store/credits/balance-store.ts';
import { defineRead } from '../definition/define-action.ts';

export const getBalance = defineRead({
  name: 'get_balance',
  title: 'Get the credit balance',
  summary: 'Read how many credits are left.',
  description:
    'Reads how many credits the workspace has left to spend. What is on hold for running work is already taken off. list_ledger shows where credits went, list_prices what they buy.',
  method: 'get',
  path: '/credits/balance',
  scope: 'credits:read',
  input: Input({}),
  output: Type.Object({
    balance: Type.Integer({ description: 'Credits left to spend; what is on hold is taken off.' }),
    plan: Type.String({ description: 'Plan of the workspace.' }),
  }),
  errors: [],

  async run(_input, ctx) {
    const balance = await readBalance(ctx.workspaceId);
    return { data: { balance, plan: ctx.workspace.plan }, summary: `${counted(balance, 'credit')} left.` };
  },
});
