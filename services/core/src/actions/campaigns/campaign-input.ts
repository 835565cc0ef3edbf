import { type Static, Type } from 'typebox';
import { campaignFields } from '../../domain/campaigns/campaign-fields.ts';
import { storedChanges, updatableProperties } from '../../domain/fields/fields.ts';
import { isTimeZone, opensBeforeItCloses, type SendWindow } from '../../domain/sending/send-window.ts';
import { requireOwner } from '../../engine/members/require-owner.ts';
import { checkAttachments } from '../../engine/messages/attached-files.ts';
import { AppError } from '../../errors/errors.ts';
import { listMailboxes } from '../../store/mailboxes/mailbox-store.ts';
import type { StepDraft } from './step-input.ts';

/** Editable campaign fields other than name and steps. */
export const campaignProperties = updatableProperties(campaignFields);

const Properties = Type.Object(campaignProperties);

/** Converts the given fields to their stored form. */
export function toCampaignFacts(input: Static<typeof Properties>) {
  const facts = storedChanges(campaignFields, input);
  checkWindow(facts.window ?? null);
  return facts;
}

function checkWindow(window: SendWindow | null): void {
  if (window === null) return;
  if (window.timeZone !== 'recipient' && !isTimeZone(window.timeZone)) {
    throw new AppError('validation_failed', `window.timeZone: unknown time zone ${window.timeZone}.`, {
      field: 'window.timeZone',
    });
  }
  if (!opensBeforeItCloses(window)) {
    throw new AppError('validation_failed', 'window.to must be later than window.from.', { field: 'window.to' });
  }
}

/** Requires the start to precede the end, and all mailboxes to exist. */
export async function checkCampaign(
  workspaceId: string,
  campaign: { startAt?: Date | null; endAt?: Date | null; mailboxIds?: string[]; steps?: StepDraft[] },
): Promise<void> {
  const { startAt, endAt, mailboxIds = [], steps = [] } = campaign;
  for (const [index, { task, attachments }] of steps.entries()) {
    await checkAttachments(workspaceId, attachments, `steps.${index}.attachments`);
    if (task?.ownerId) await requireOwner(workspaceId, task.ownerId, `steps.${index}.ownerId`);
  }
  if (startAt && endAt && startAt >= endAt) {
    throw new AppError('validation_failed', 'endAt must be later than startAt.', { field: 'endAt' });
  }
  if (mailboxIds.length === 0) return;
  const found = await listMailboxes(workspaceId, mailboxIds);
  const missing = mailboxIds.find((mailboxId) => !found.some(({ id }) => id === mailboxId));
  if (missing === undefined) return;
  throw new AppError('validation_failed', `There is no mailbox ${missing} in this workspace.`, { field: 'mailboxIds' });
}
