import { factChanges } from '../../../domain/contacts/contact-changes.ts';
import type { BodyFormat } from '../../../domain/messages/body-format.ts';
import { requireTemplate } from '../../../domain/messages/templates/require-template.ts';
import type { ActionContext } from '../../../engine/context/action-context.ts';
import { checkVersion } from '../../../engine/context/check-version.ts';
import type { Plan, Result } from '../../../engine/context/plan.ts';
import { changesInWords, plannedUpdate } from '../../../engine/context/planned-update.ts';
import { AppError } from '../../../errors/errors.ts';
import {
  countTemplates,
  deleteTemplate,
  findTemplateByName,
  insertTemplate,
  type TemplateFacts,
  type TemplateKind,
  type TemplateRecord,
  templatesMax,
  updateTemplate,
} from '../../../store/messages/template-store.ts';
import { requireTemplateRecord, toTemplateView } from './template-view.ts';

interface Wanted {
  name?: string;
  subject?: string | null;
  body?: string;
  bodyFormat?: BodyFormat;
}

/** Requires readable placeholders and a free name. */
async function requireWanted(kind: TemplateKind, wanted: Wanted, ctx: ActionContext, ownId?: string): Promise<void> {
  requireTemplate('subject', wanted.subject ?? undefined);
  requireTemplate('body', wanted.body);
  const same = wanted.name === undefined ? null : await findTemplateByName(ctx.workspaceId, kind, wanted.name);
  if (same === null || same.id === ownId) return;
  throw new AppError('already_exists', `A ${kind} named "${same.name}" exists: ${same.id}.`, {
    field: 'name',
    existingId: same.id,
  });
}

export async function planCreation(
  kind: TemplateKind,
  input: Wanted & { name: string },
  ctx: ActionContext,
): Promise<Plan> {
  await requireWanted(kind, input, ctx);
  if ((await countTemplates(ctx.workspaceId, kind)) >= templatesMax)
    throw new AppError(
      'limit_reached',
      `A workspace has at most ${templatesMax} ${kind}s. Delete one first (delete_${kind}).`,
    );
  return {
    summary: `Would create the ${kind} ${input.name}.`,
    effects: [{ op: 'create', type: kind, label: input.name, changes: { ...input } }],
    skipped: [],
    warnings: [],
    state: undefined,
  };
}

type ViewResult = Result<ReturnType<typeof toTemplateView>>;

export async function runCreation(
  kind: TemplateKind,
  input: Omit<TemplateFacts, 'bodyFormat'> & { bodyFormat?: BodyFormat },
  ctx: ActionContext,
): Promise<ViewResult> {
  const facts = { ...input, bodyFormat: input.bodyFormat ?? 'text', kind, createdBy: ctx.actor.userId ?? ctx.actor.id };
  const template = await insertTemplate(ctx.workspaceId, facts, ctx.now());
  return { status: 201, data: toTemplateView(template), summary: `Created the ${kind} ${template.name}.` };
}

interface UpdateState {
  before: TemplateRecord;
  changes: Partial<TemplateFacts>;
}

export async function planChange(
  kind: TemplateKind,
  id: string,
  wanted: Wanted,
  ctx: ActionContext,
): Promise<Plan<UpdateState>> {
  const before = await requireTemplateRecord(kind, id, ctx);
  checkVersion(ctx, before);
  await requireWanted(kind, wanted, ctx, id);
  const changes: Partial<TemplateFacts> = factChanges(before, wanted);
  const update = plannedUpdate({ type: kind, id, label: before.name, before, changes });
  const isChanged = Object.keys(changes).length > 0;
  return {
    summary: isChanged
      ? `Would change the ${kind} ${before.name}: ${changesInWords(update)}.`
      : 'Would change nothing.',
    effects: isChanged ? [update] : [],
    skipped: [],
    warnings: [],
    state: { before, changes },
  };
}

export async function runChange(
  kind: TemplateKind,
  { before, changes }: UpdateState,
  ctx: ActionContext,
): Promise<ViewResult> {
  if (Object.keys(changes).length === 0) return { data: toTemplateView(before), summary: 'Nothing to change.' };
  const template = (await updateTemplate(ctx.workspaceId, before.id, changes, ctx.now())) ?? before;
  return { data: toTemplateView(template), summary: `Changed the ${kind} ${template.name}.` };
}

export async function planDeletion(kind: TemplateKind, id: string, ctx: ActionContext): Promise<Plan<TemplateRecord>> {
  const template = await requireTemplateRecord(kind, id, ctx);
  checkVersion(ctx, template);
  return {
    summary: `Would delete the ${kind} ${template.name}.`,
    effects: [{ op: 'delete', type: kind, id, label: template.name }],
    skipped: [],
    warnings: [],
    state: template,
  };
}

export async function runDeletion(
  kind: TemplateKind,
  { id, name }: TemplateRecord,
  ctx: ActionContext,
): Promise<Result<{ id: string; deleted: boolean }>> {
  await deleteTemplate(ctx.workspaceId, id);
  return { data: { id, deleted: true }, summary: `Deleted the ${kind} ${name}.` };
}
