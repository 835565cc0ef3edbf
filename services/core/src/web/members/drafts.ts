import { AppError } from '../../errors/errors.ts';
import {
  countDrafts,
  type Draft,
  type DraftField,
  draftsMax,
  listDrafts,
  removeDraft,
  saveDraft,
} from '../../store/members/draft-store.ts';
import { memberIn, requireMember } from '../chain/load-visitor.ts';
import { fieldIn } from '../chain/read-form.ts';
import type { WebContext, WebDeps, WebMiddleware, WebRouter } from '../frame/web-deps.ts';

const path = '/app/drafts';
const subjectsMax = 50;
const subjectMax = 300;
const fieldsMax = 50;
const textMax = 100_000;

/**
 * Keeps what members type until they save it: through an expired session, a reload, and a server that was away. The
 * page's script saves it. Without script, the browser keeps the fields of a page.
 */
export function draftRoutes(router: WebRouter, deps: WebDeps): void {
  router.get(path, requireMember, listOwn);
  router.post(path, requireMember, (ctx) => save(ctx, deps));
}

/** A form that was saved needs no draft. Runs before the form's own route. */
export const settleDraft: WebMiddleware = async (ctx, next) => {
  const { form } = ctx.state;
  const subject = form?.get('_draft');
  const version = Number(form?.get('_draftVersion'));
  form?.delete('_draft');
  form?.delete('_draftVersion');
  await next();
  const isSaved = ctx.state.isSaved || (ctx.status >= 300 && ctx.status < 400);
  if (!subject || ctx.state.member === undefined || !isSaved) return;
  await removeDraft(ownerIn(ctx), subject, version);
};

function ownerIn(ctx: WebContext) {
  const { user, workspace } = memberIn(ctx);
  return { userId: user.id, workspaceId: workspace.id };
}

/** The member's drafts for forms of a page, and the token for forms, which a new sign-in changes. */
async function listOwn(ctx: WebContext): Promise<void> {
  const subjects = new URLSearchParams(ctx.querystring).getAll('subject');
  if (subjects.length > subjectsMax) throw new AppError('validation_failed', `At most ${subjectsMax} forms at a time.`);
  const { user } = memberIn(ctx);
  const drafts = await listDrafts(ownerIn(ctx), subjects);
  ctx.body = { personId: user.id, csrf: ctx.state.csrfToken, drafts: drafts.map(shown) };
}

/** 409 returns the text of another window, and changes nothing. */
async function save(ctx: WebContext, { now }: WebDeps): Promise<void> {
  const owner = ownerIn(ctx);
  const subject = fieldIn(ctx, 'subject');
  const version = Number(fieldIn(ctx, 'version'));
  if (subject === '' || subject.length > subjectMax)
    throw new AppError('validation_failed', `subject has 1 to ${subjectMax} characters.`, { field: 'subject' });
  if (!Number.isSafeInteger(version) || version < 0)
    throw new AppError('validation_failed', 'version is a whole number from 0.', { field: 'version' });
  const fields = fieldsOf(fieldIn(ctx, 'fields'));
  if (fields.length === 0) {
    await removeDraft(owner, subject, version);
    ctx.body = { version: 0 };
    return;
  }
  if (version === 0 && (await countDrafts(owner)) >= draftsMax)
    throw new AppError('limit_reached', `You have ${draftsMax} unsaved texts. Save or discard some of them.`);
  const { draft, isSaved } = await saveDraft(owner, { subject, fields, version }, now());
  ctx.status = isSaved ? 200 : 409;
  ctx.body = shown(draft);
}

function shown({ subject, fields, version, savedAt }: Draft) {
  return { subject, fields, version, savedAt: savedAt.toISOString() };
}

function fieldsOf(json: string): DraftField[] {
  const fields = parsed(json);
  if (!Array.isArray(fields) || fields.length > fieldsMax || !fields.every(isField)) {
    throw new AppError('validation_failed', `fields is a list of up to ${fieldsMax} members {name, text}.`, {
      field: 'fields',
    });
  }
  if (fields.reduce((sum, { name, text }) => sum + name.length + text.length, 0) > textMax)
    throw new AppError('validation_failed', `A draft has at most ${textMax} characters.`, { field: 'fields' });
  return fields.map(({ name, text }) => ({ name, text }));
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

function isField(value: unknown): value is DraftField {
  const { name, text } = (value ?? {}) as Partial<DraftField>;
  return typeof name === 'string' && typeof text === 'string';
}
