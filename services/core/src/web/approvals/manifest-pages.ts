import type { StoredManifest } from '../../domain/approvals/manifest.ts';
import { claimsOf } from '../../engine/approvals/manifest/flag-claims.ts';
import { readManifest, readNeighbors, readPerson } from '../../engine/approvals/manifest/read-manifest.ts';
import { namesOfRecords } from '../../engine/names/names-of-records.ts';
import { AppError } from '../../errors/errors.ts';
import { findWorkspace } from '../../store/workspaces/workspace-store.ts';
import { memberIn, requireMember } from '../chain/load-visitor.ts';
import { renderPage } from '../frame/render-page.ts';
import type { WebContext, WebDeps, WebRouter } from '../frame/web-deps.ts';
import { manifestShown, titleIn } from '../shown/manifest-shown.ts';
import { askedFor } from './approval-page.ts';
import { placeIn } from './place-in.ts';

/** Pages of what was approved: for a campaign, and the exact messages of one person. */
export function manifestPages(router: WebRouter, deps: WebDeps): void {
  router.get('/app/manifests/:manifestId', requireMember, (ctx) => show(ctx, deps));
  router.get('/app/manifests/:manifestId/people/:contactId', requireMember, async (ctx) => {
    await showPerson(ctx, deps, await ownManifest(ctx), `/app/manifests/${ctx.params.manifestId}`);
  });
  router.get('/app/approvals/:approvalId/people/:contactId', requireMember, async (ctx) => {
    const { approval } = await askedFor(ctx);
    const manifest = await readManifest(approval.workspaceId, approval.id);
    if (manifest === null) throw new AppError('not_found', 'This approval sends no messages.');
    await showPerson(ctx, deps, manifest, `/app/approvals/${approval.id}`);
  });
}

async function ownManifest(ctx: WebContext): Promise<StoredManifest> {
  const manifest = await readManifest(memberIn(ctx).workspace.id, ctx.params.manifestId!);
  if (manifest === null) throw new AppError('not_found', 'There are no such messages in this workspace.');
  return manifest;
}

async function show(ctx: WebContext, { config: { baseUrl } }: WebDeps): Promise<void> {
  const manifest = await ownManifest(ctx);
  const { campaignId, groups, createdAt } = manifest;
  const view = { path: `/app/manifests/${manifest.id}`, baseUrl, after: placeIn(ctx) };
  await renderPage(ctx, 'manifest', {
    manifest: await manifestShown(manifest, view),
    recipientCount: groups.reduce((sum, group) => sum + group.recipientCount, 0),
    createdAt,
    back: campaignId === null ? '/app/approvals' : `/app/campaigns/${campaignId}`,
    backText: campaignId === null ? 'Approvals' : 'Campaign',
  });
}

async function showPerson(
  ctx: WebContext,
  { config: { baseUrl } }: WebDeps,
  manifest: StoredManifest,
  back: string,
): Promise<void> {
  const contactId = ctx.params.contactId!;
  const person = await readPerson(manifest, contactId, baseUrl);
  if (person === null) throw new AppError('not_found', 'This person gets none of these messages.');
  const { previous, next } = await readNeighbors(manifest, person.entry);
  const workspace = await findWorkspace(manifest.workspaceId);
  const claims = workspace === null ? [] : await claimsOf(contactId, person.messages, workspace);
  const names = await namesOfRecords(manifest.workspaceId, [contactId]);
  const hrefOf = (id: string | null) => id && `${back}/people/${id}`;
  await renderPage(ctx, 'manifest-person', {
    name: names.get(contactId) ?? person.entry.to,
    to: person.entry.to,
    back,
    previous: hrefOf(previous),
    next: hrefOf(next),
    messages: person.messages.map((message, index) => ({
      ...message,
      title: titleIn(manifest.steps, message),
      claims: claims[index] ?? [],
    })),
  });
}
