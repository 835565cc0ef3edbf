import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Liquid } from 'liquidjs';
import { countryName, languageName } from '../shown/code-names.ts';
import { sentenceParts } from '../shown/sentence.ts';
import { avatarOf, stateLook } from '../shown/states.ts';
import { withLabels } from '../shown/words.ts';
import { assetHref } from './assets.ts';
import { IconTag } from './icon-tag.ts';
import { KeycapTag, KeyTag } from './key-tags.ts';
import { readLook } from './look.ts';
import { navigationAt } from './navigation.ts';
import type { ShellFacts } from './waiting-counts.ts';
import type { WebContext } from './web-deps.ts';

/** Characters that change the direction of the following text, so that a name could look like another one. */
const directionOverrides = /[\u202a-\u202e\u2066-\u2069]/g;

const pages = fileURLToPath(new URL('../pages', import.meta.url));

/** A template is found by name in any folder of `pages/`. */
const templateFolders = readdirSync(pages, { withFileTypes: true, recursive: true })
  .filter((entry) => entry.isDirectory() && entry.name !== 'parts')
  .map((entry) => join(entry.parentPath, entry.name));

const engine = new Liquid({
  root: [pages, ...templateFolders],
  extname: '.liquid',
  outputEscape: 'escape',
  strictFilters: true,
  cache: true,
  timezoneOffset: 0,
});

engine.registerTag('icon', IconTag);
engine.registerTag('key', KeyTag);
engine.registerTag('keycap', KeycapTag);
engine.registerFilter('sentence', sentenceParts);
engine.registerFilter('with_labels', (text: unknown) => withLabels(String(text ?? '')));
engine.registerFilter('country', (code: unknown) => countryName(String(code ?? '')));
engine.registerFilter('language', (code: unknown) => languageName(String(code ?? '')));
engine.registerFilter('grouped', (value: unknown) =>
  typeof value === 'number' ? value.toLocaleString('en-US') : value,
);
engine.registerFilter('state_look', stateLook);
engine.registerFilter('avatar', avatarOf);
engine.registerFilter('asset', assetHref);

/** Every value is escaped on output, and templates mark nothing as raw. */
export async function renderPage(ctx: WebContext, page: string, data: Record<string, unknown> = {}): Promise<void> {
  const { member, visitor, csrfToken } = ctx.state;
  const { counts, sending } = await shellFactsFor(ctx);
  const said = sayingOf(ctx);
  ctx.type = 'html';
  const look = readLook(ctx);
  const shown = {
    csrf: csrfToken,
    look,
    /** htmx requests only a page's own part. The surrounding frame stays. */
    isPart: ctx.get?.('hx-request') === 'true',
    url: ctx.url,
    member,
    visitor,
    path: ctx.path,
    /** Only a page with an address can be read again. */
    isReadAgain: ctx.method === 'GET',
    navigation: member && navigationAt(ctx.path, counts),
    sending,
    sidebarViews: ctx.status >= 500 ? undefined : await ctx.state.listSidebarViews?.(),
    notice: said?.text,
    undo: said?.undo,
    ...data,
  };
  // A second click on a button of this page has the same key.
  const globals = { areKeysOff: look.keys === 'off', requestKey: randomUUID() };
  const html: string = await engine.renderFile(page, shown, { globals });
  ctx.body = html.replace(directionOverrides, '');
}

/** The notice that the URL names by code, or the one that the last action left. */
function sayingOf({ query, state }: WebContext): { text: string; undo?: string } | undefined {
  const code = query?.notice;
  const text = typeof code === 'string' ? notices[code] : undefined;
  return text === undefined ? state.takeNotice?.() : { text };
}

const noFacts: ShellFacts = { counts: {}, sending: { isStopped: false, isStoppedHere: false } };

/** Error pages work without the store. */
async function shellFactsFor({ state, status }: WebContext): Promise<ShellFacts> {
  return status >= 500 || state.countWaiting === undefined ? noFacts : state.countWaiting();
}

/** Notices shown after a redirect. The URL carries only the code, so that a link cannot forge a notice. */
export const notices: Record<string, string> = {
  'signed-out': 'You are signed out.',
  'password-changed': 'Password changed. All other sessions and connected apps are signed out.',
  'password-reset': 'Password changed. Sign in with your new password.',
  'sign-up-sent': 'Check your email for a link that creates your workspace.',
  'reset-sent': 'If an account has this address, a reset link is on its way.',
  'session-ended': 'Session signed out.',
  'second-step-off': 'Two-step sign-in is off.',
  'passkey-added': 'Passkey added. You can sign in with it.',
  'passkey-removed': 'Passkey removed.',
  'key-revoked': 'Key revoked. It no longer works.',
  'key-limited': 'Key changed.',
  'clients-admitted': 'Clients saved.',
  'client-revoked': 'Client disconnected.',
  'client-limited': 'Client limits saved.',
  'notifications-saved': 'Notifications saved.',
  'settings-saved': 'Settings saved.',
  'profile-saved': 'Profile saved.',
  'autopilot-answers-on':
    'Autopilot is on for answers. Replies can be answered without your approval, within your limits.',
  'autopilot-answers-off': 'Autopilot is off for answers. Unsent answers need your approval.',
  'autopilot-launches-on': 'Autopilot is on for launches. Clients can launch without your approval, within your limit.',
  'autopilot-launches-off': 'Autopilot is off for launches. Campaigns it launched are paused.',
  'mailbox-connected': 'Mailbox connected. Outbound sends from it and reads its replies.',
  'sending-stopped': 'Sending stopped. No email is sent from this workspace.',
  'sending-resumed': 'Sending resumed.',
  'role-changed': 'Role changed, also for this person’s keys and connected apps.',
  'handed-over': 'Ownership transferred. You are an admin of this workspace now.',
  'member-limited': 'Limits saved.',
  'member-removed': 'Member removed. Their keys and connections have ended.',
  'member-suspended': 'Member suspended. Their keys and connections have ended.',
  'member-reinstated': 'Member reinstated.',
  'access-ended': 'All access ended.',
  'key-taken-over': 'The key is yours now. It acts with your role.',
  'invitation-removed': 'Invitation withdrawn.',
  joined: 'Welcome. You are a member of this workspace now.',
  'workspace-erased': 'Workspace erased.',
  'reply-injected': 'Reply delivered and classified.',
  'reply-bounce': 'The reply was recognized as a bounce.',
  'reply-complaint': 'The reply was recognized as a complaint.',
  'reply-ignored': 'The reply matches no sent message and was not stored.',
};
