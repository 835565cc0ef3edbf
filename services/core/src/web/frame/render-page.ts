import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Liquid } from 'liquidjs';
import { withLabels } from '../forms/words.ts';
import { countryName, languageName } from '../shown/code-names.ts';
import { sentenceParts } from '../shown/sentence.ts';
import { assetVersions } from './assets.ts';
import { navigationAt, type PlaceCounts } from './navigation.ts';
import type { WebContext } from './web-deps.ts';

/** Characters that turn the order of what follows them: a name could show as another one. */
const directionOverrides = /[\u202a-\u202e\u2066-\u2069]/g;

const pages = fileURLToPath(new URL('../pages', import.meta.url));

/** A template is found by its name alone, in whichever folder of `pages/` it is. */
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

engine.registerFilter('sentence', sentenceParts);
engine.registerFilter('with_labels', (text: unknown) => withLabels(String(text ?? '')));
engine.registerFilter('country', (code: unknown) => countryName(String(code ?? '')));
engine.registerFilter('language', (code: unknown) => languageName(String(code ?? '')));
engine.registerFilter('grouped', (value: unknown) =>
  typeof value === 'number' ? value.toLocaleString('en-GB') : value,
);

/** Every value is escaped on output; the templates mark nothing as raw. */
export async function renderPage(ctx: WebContext, page: string, data: Record<string, unknown> = {}): Promise<void> {
  const { member, visitor, csrfToken } = ctx.state;
  const notice = ctx.query?.notice;
  ctx.type = 'html';
  const html: string = await engine.renderFile(page, {
    assets: assetVersions,
    csrf: csrfToken,
    member,
    visitor,
    path: ctx.path,
    navigation: member && navigationAt(ctx.path, await countsFor(ctx)),
    notice: (typeof notice === 'string' ? notices[notice] : undefined) ?? ctx.state.takeNotice?.(),
    ...data,
  });
  ctx.body = html.replace(directionOverrides, '');
}

/** Pages that say what went wrong stand without the store. */
async function countsFor({ state, status }: WebContext): Promise<PlaceCounts> {
  return status >= 500 || state.countWaiting === undefined ? {} : state.countWaiting();
}

/** What a page says after a redirect. The address carries the code only, so that no link can put words in our mouth. */
export const notices: Record<string, string> = {
  'signed-out': 'You are signed out.',
  'password-changed': 'The password is changed. Other browsers have been signed out.',
  'password-reset': 'The password is changed. Sign in with it.',
  'sign-up-sent': 'Look into your mail: a link there creates your workspace.',
  'reset-sent': 'If there is an account with this address, a link is on its way to it.',
  'session-ended': 'The session is ended: that browser is signed out.',
  'second-step-off': 'Signing in takes the password alone now.',
  'passkey-added': 'The passkey is added: you can sign in with it.',
  'passkey-removed': 'The passkey no longer works.',
  'key-revoked': 'The key is revoked and no longer works.',
  'key-limited': 'What the key may do at once is changed.',
  'clients-admitted': 'The list of admitted clients is saved.',
  'client-revoked': 'The client is disconnected.',
  'client-limited': 'The limits of the client are changed.',
  'notifications-saved': 'Saved: this is how you hear of things from now on.',
  'settings-saved': 'The settings are saved.',
  'autopilot-answers-on': 'Autopilot is on for answers: replies may be answered without you, within your limits.',
  'autopilot-answers-off': 'Autopilot is off for answers. What had not left waits for you.',
  'autopilot-launches-on': 'Autopilot is on for launches: clients may launch without you, within your limit.',
  'autopilot-launches-off': 'Autopilot is off for launches. Campaigns that were launched so are paused.',
  'mailbox-connected': 'The mailbox is connected: it sends and is read from now on.',
  'sending-stopped': 'All sending of this workspace is stopped. What is due stays queued.',
  'sending-resumed': 'Sending goes on.',
  'role-changed': 'The role is changed, for the keys and connections of this person as well.',
  'handed-over': 'The workspace has another owner. You are an admin of it now.',
  'member-removed': 'The member is removed.',
  'invitation-removed': 'The invitation no longer works.',
  joined: 'Welcome: you are a member of this workspace now.',
  'workspace-erased': 'The workspace and everything in it is erased.',
  'reply-injected': 'The answer is delivered to your workspace, and classified as you see here.',
  'reply-bounce': 'The answer was taken for a bounce.',
  'reply-complaint': 'The answer was taken for a complaint.',
  'reply-ignored': 'The answer belongs to nothing that was sent, and was not stored.',
};
