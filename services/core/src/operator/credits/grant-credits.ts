import { counted } from '../../domain/text/counted.ts';
import { newId } from '../../domain/values/ids.ts';
import { auditPerson } from '../../engine/members/audit-person.ts';
import { grantCredits } from '../../store/credits/ledger-store.ts';
import { inTransaction } from '../../store/documents/transaction.ts';
import { type Command, UsageError } from '../command.ts';
import { accountOfEmail } from '../members/account-of-email.ts';

const amountMax = 10_000_000;
const operator = { kind: 'system', id: 'operator', name: 'Operator' } as const;

export const grantCreditsCommand: Command = {
  name: 'credits grant',
  summary: 'Add credits to a workspace.',
  options: {
    email: { value: '<address>', description: 'e-mail address of the user', isRequired: true },
    amount: { value: '<credits>', description: 'how many credits to add', isRequired: true },
    note: { value: '<text>', description: 'why; kept in the ledger' },
    workspace: { value: '<wsp_…>', description: "workspace (default: the user's own)" },
  },
  async run(values, { now }) {
    const { email = '', note } = values;
    const amount = readAmount(values.amount ?? '');
    const { workspace } = await accountOfEmail(email, values.workspace);
    const requestId = newId('req');
    const operationId = newId('op');
    const summary = `Granted ${counted(amount, 'credit')}.`;
    const balance = await inTransaction(async () => {
      const reason = { operationId, actor: operator, action: 'grant_credits', ...(note && { note }) };
      const after = await grantCredits(workspace.id, amount, reason, now());
      const act = { actor: operator, via: 'operator', requestId, action: 'grant_credits', effect: 'write' } as const;
      await auditPerson(workspace.id, { ...act, summary, subjectIds: [workspace.id], input: { amount } }, now());
      return after;
    });
    return {
      text: `Granted ${counted(amount, 'credit')} to ${workspace.name} (${workspace.id}). Its balance is ${balance}.`,
      data: { workspaceId: workspace.id, amount, balance },
    };
  },
};

function readAmount(text: string): number {
  const amount = Number(text);
  if (!/^\d+$/.test(text) || amount < 1 || amount > amountMax) {
    throw new UsageError(`--amount: give a whole number from 1 to ${amountMax}.`);
  }
  return amount;
}
