import { hash } from 'node:crypto';
import type { Context, Middleware } from 'koa';
import { type AnyReadAction, type AnyWriteAction, isRead } from '../actions/definition/define-action.ts';
import { carryOut } from '../execution/approvals/carry-out.ts';
import { dryRun } from '../execution/dry-run.ts';
import { read } from '../execution/read.ts';
import { linkTo, wantsLink } from './links/download-link.ts';
import type { RequestState } from './request-state.ts';

/** End of the chain: runs the read, dry run, or execution, and writes the envelope. */
export const respond: Middleware<RequestState> = async (ctx) => {
  const { action, isDryRun } = ctx.state;
  markDeprecated(ctx, action!.deprecated);
  if (isRead(action!)) await respondToRead(ctx, action);
  else if (isDryRun) await respondToDryRun(ctx, action!);
  else await respondToWrite(ctx, action!);
};

type Ctx = Context & { state: RequestState };

async function respondToRead(ctx: Ctx, action: AnyReadAction): Promise<void> {
  const { data, summary, page, download } = await read(action, ctx.state.input!, ctx.state.context!);
  if (download !== undefined && wantsLink(ctx)) {
    if (typeof download.body !== 'string') download.body.destroy();
    const { config, now } = ctx.state.context!;
    const link = linkTo(ctx, download, { ...config, now: now() });
    ctx.body = { ok: true, summary: `${link.fileName}, at url until ${link.expiresAt}.`, data: link, isLink: true };
    return;
  }
  if (download !== undefined) {
    ctx.type = download.contentType;
    ctx.attachment(download.fileName);
    ctx.body = download.body;
    return;
  }
  const body = { ok: true, summary, data, ...(page && { page }) };
  if (action.method === 'get') respondUnlessKnown(ctx, data, JSON.stringify(body));
  else ctx.body = body;
}

/** Sets the ETag of this exact response. Returns 304 without a body if it matches If-None-Match. */
function respondUnlessKnown(ctx: Ctx, data: unknown, text: string): void {
  const tag = readTag(data, text);
  ctx.set('ETag', tag);
  ctx.status = 200;
  ctx.type = 'application/json';
  ctx.body = text;
  if (!ctx.get('if-none-match').split(/, */).includes(tag)) return;
  ctx.body = null;
  ctx.status = 304;
}

/**
 * Combines the version, which If-Match checks, with a content hash, because a view also shows values that change
 * without a new version.
 */
function readTag(data: unknown, text: string): string {
  const digest = hash('sha1', text, 'base64url').slice(0, 10);
  const version = versionOf(data);
  return version === undefined ? `W/"${digest}"` : `"v${version}-${digest}"`;
}

function versionOf(data: unknown): number | undefined {
  const version = (data as { version?: unknown } | null)?.version;
  return typeof version === 'number' ? version : undefined;
}

async function respondToDryRun(ctx: Ctx, action: AnyWriteAction): Promise<void> {
  const { input, context } = ctx.state;
  ctx.body = { ok: true, ...(await dryRun(action, input!, context!)) };
}

async function respondToWrite(ctx: Ctx, action: AnyWriteAction): Promise<void> {
  const { input, context } = ctx.state;
  const expectedDigest = ctx.get('plan-digest') || undefined;
  const { status, body, isReplay } = await carryOut({ action, input: input!, context: context!, expectedDigest });
  ctx.status = status;
  if (typeof body === 'string') ctx.type = 'application/json';
  else setVersionTag(ctx, body.data);
  if (isReplay) ctx.set('Idempotent-Replayed', 'true');
  ctx.body = body;
}

function setVersionTag(ctx: Ctx, data: unknown): void {
  const version = versionOf(data);
  if (version !== undefined) ctx.set('ETag', `"v${version}"`);
}

function markDeprecated(ctx: Ctx, deprecated?: { sunset: string }): void {
  if (deprecated === undefined) return;
  ctx.set('Deprecation', 'true');
  ctx.set('Sunset', new Date(deprecated.sunset).toUTCString());
}
