import { isFinding } from '../../../domain/contacts/email-status.ts';
import { AppError } from '../../../errors/errors.ts';
import type { ContactRecord } from '../../../store/contacts/contact-store.ts';
import {
  findFindings,
  type VerificationFinding,
} from '../../../store/contacts/verification/verification-cache-store.ts';
import type { NewJobResult } from '../../../store/jobs/job-result-store.ts';
import { addressedContacts } from '../../contacts/contact-selection.ts';
import { storeFinding } from '../../contacts/store-finding.ts';
import type { ActionContext } from '../../context/action-context.ts';
import { defineJob } from '../job-handler.ts';
import { unitsUsed } from '../settle-job.ts';
import { contactBatches } from './contact-batches.ts';

/** Number of addresses checked concurrently and stored together. */
const batchSize = 10;

interface Checked {
  contact: ContactRecord;
  finding: VerificationFinding | null;
  isFromCache: boolean;
  problem: string | null;
}

async function check(
  contact: ContactRecord,
  known: VerificationFinding | undefined,
  ctx: ActionContext,
): Promise<Checked> {
  if (known !== undefined) return { contact, finding: known, isFromCache: true, problem: null };
  try {
    const verdict = await ctx.ports.verifier.verify(contact.email!);
    return { contact, finding: { ...verdict, checkedAt: ctx.now() }, isFromCache: false, problem: null };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { contact, finding: null, isFromCache: false, problem: error.message };
  }
}

async function checkAll(contacts: ContactRecord[], ctx: ActionContext): Promise<Checked[]> {
  const emails = contacts.map(({ email }) => email!);
  const known = await findFindings(ctx.workspaceId, emails);
  return Promise.all(contacts.map((contact) => check(contact, known.get(contact.email!), ctx)));
}

function isCharged({ finding, isFromCache }: Checked): boolean {
  return finding !== null && !isFromCache && isFinding(finding.status);
}

function resultOf({ contact, finding, problem }: Checked, item: number): NewJobResult {
  return finding === null
    ? { item, outcome: 'failed', recordId: contact.id, reason: 'provider_failed', message: problem }
    : { item, outcome: 'updated', recordId: contact.id, reason: finding.status, message: finding.reason };
}

/** Verifies the email addresses of all selected contacts, with a checkpoint after every ten. */
export const verifyEmailsJob = defineJob<Checked[]>({
  async *batches(job, ctx) {
    const query = await addressedContacts(job.input, ctx);
    for await (const contacts of contactBatches(query, batchSize, job, ctx)) yield await checkAll(contacts, ctx);
  },

  async apply(checked, job, ctx) {
    for (const { contact, finding } of checked) {
      if (finding !== null) await storeFinding(contact, contact.email!, finding, ctx);
    }
    return {
      checkpoint: {
        lastId: checked.at(-1)!.contact.id,
        units: unitsUsed(job) + checked.filter(isCharged).length,
      },
      results: checked.map((each, index) => resultOf(each, job.done + index + 1)),
    };
  },
});
