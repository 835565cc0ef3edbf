import type { ContactRecord } from '../../../store/contacts/contact-store.ts';
import { personDigests } from '../../../store/secrets/address-digests.ts';
import { extendSuppressions } from '../../../store/suppressions/amend-suppressions.ts';
import type { ActionContext } from '../../context/action-context.ts';
import { findRecipients, silenceRecipients } from '../../suppressions/silence-recipients.ts';
import { suppressAddress } from '../../suppressions/suppress-address.ts';
import type { PlannedUpsert } from './plan-upserts.ts';

function addressOf({ facts, before }: PlannedUpsert): string | undefined {
  return facts.email ?? before?.email;
}

/**
 * Applies opt-outs recorded in the file to its contacts: suppresses them, ends their campaigns, and cancels messages.
 */
export async function hearOptOuts(
  created: PlannedUpsert[],
  updated: PlannedUpsert[],
  ctx: ActionContext,
): Promise<void> {
  const { workspaceId, now, actor } = ctx;
  const saidNo = ({ will }: PlannedUpsert) => will?.isOptedOut === true;
  const newlySilent = updated.filter((one) => saidNo(one) && !one.before!.doNotContact);
  for (const one of [...created.filter(saidNo), ...newlySilent]) {
    const value = addressOf(one);
    if (value === undefined) continue;
    const entry = { kind: 'address', value, reason: 'import', source: actor.id } as const;
    const { record, isNew } = await suppressAddress(workspaceId, entry, now());
    if (isNew) await ctx.emit('suppression.added', record.id, { kind: 'address', value, reason: 'import' });
    if (one.before !== undefined) await silenceRecipients(await findRecipients('address', value, ctx), ctx);
  }
  for (const { before, changes = {} } of updated) {
    const isReached = changes.email ?? changes.linkedinUrl ?? changes.addressDigests;
    if (isReached === undefined) continue;
    const after: ContactRecord = { ...before!, ...changes };
    await extendSuppressions(workspaceId, [...new Set([...personDigests(before!), ...personDigests(after)])]);
  }
}
