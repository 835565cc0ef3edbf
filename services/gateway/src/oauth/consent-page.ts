import { type Html, html } from '@outbound/node-service/text/html';
import type { ScopeInfo, ScopeKind } from '../core-client/contract.ts';
import { page } from './page.ts';

export interface Workspace {
  id: string;
  name: string;
  role: string;
  /** Stamp of the person's authority in the workspace, which binds the connection to it. */
  stamp?: string;
}
export interface SignedIn {
  user: { id: string; name: string; email: string };
  workspaces: Workspace[];
}

export interface ConsentView {
  action: string;
  csrf: string;
  clientName: string;
  redirectHost: string;
  isVerified: boolean;
  /** True if the client returns to this computer. */
  isLocal: boolean;
  /** Known client that its name resembles, although it does not return there. */
  imitated: string | undefined;
  signedIn: SignedIn;
  scopes: readonly ScopeInfo[];
  smallChanges: readonly string[];
  /** Reason why the connection could not be approved. */
  problem?: string;
}

const scopeKinds: readonly [ScopeKind, string, string][] = [
  ['read', 'Read', 'Read your data.'],
  ['prepare', 'Change records', 'Each change is previewed. Your client asks you before it makes the change.'],
  [
    'spend',
    'Spend credits',
    'The cost is shown first. Requests over the daily limit below need your approval in the application.',
  ],
  ['send', 'Send messages', 'Messages over the daily limit below need your approval in the application.'],
];

/** Shows the client, the user, the workspace, and the permissions. Works without scripts. Approving takes one click. */
export function consentPage(view: ConsentView): string {
  const { clientName, redirectHost, isVerified, isLocal, signedIn } = view;
  return page(
    `Connect ${clientName}`,
    html`<form method="post" action="${view.action}" class="request">
<input type="hidden" name="csrf" value="${view.csrf}">
<h1>Connect ${clientName} to Outbound?</h1>
<p class="soft">Returns to <code>${redirectHost}</code>${isLocal ? ', a program on this computer' : ''}. ${verification(isVerified)}</p>
${view.problem === undefined ? html`` : html`<p class="warning" role="alert"><strong>Not connected.</strong> ${view.problem}</p>`}
${imitation(view)}
<p class="soft">Signed in as <strong>${signedIn.user.name}</strong> (${signedIn.user.email}).</p>
${workspacePicker(signedIn.workspaces)}
<h2>Permissions</h2>
${scopeKinds.map(([kind, title, text]) =>
  scopeGroup(
    kind,
    view.scopes.filter((scope) => scope.kind === kind),
    title,
    text,
  ),
)}
${limitFields(view.scopes)}
${atOnceField(view)}
<p class="soft">You can disconnect it at any time under Settings, Integrations.</p>
<div class="actions">
<button class="primary" name="decision" value="approve">Connect</button>
<button name="decision" value="deny" formnovalidate>Cancel</button>
</div>
</form>`,
  );
}

/** Daily limits that take one click. Anything above them requires the password. */
export const limitDefaults = { credits: 25, recipients: 0 };

const passwordHelp = `Only for limits above ${limitDefaults.credits} credits or ${limitDefaults.recipients} recipients.`;

/** Daily limits of what the client may do when it reports your agreement. The application asks you about the rest. */
function limitFields(scopes: readonly ScopeInfo[]): Html {
  const has = (kind: ScopeKind) => scopes.some((scope) => scope.kind === kind);
  const fields = [
    ...(has('spend') ? [limitField('creditsPerDay', 'Credits', limitDefaults.credits)] : []),
    ...(has('send') ? [limitField('recipientsPerDay', 'Recipients', limitDefaults.recipients)] : []),
  ];
  if (fields.length === 0) return html``;
  return html`<fieldset><legend>Without your approval, per day</legend>${fields}
<label class="limit"><span>Your password<small>${passwordHelp}</small></span><input type="password" name="password" autocomplete="current-password"></label></fieldset>`;
}

/** Off unless a person selects it. */
function atOnceField({ scopes, smallChanges }: ConsentView): Html {
  if (smallChanges.length === 0 || !scopes.some((scope) => scope.kind === 'prepare')) return html``;
  const help = smallChangesSentence(smallChanges);
  return html`<label><input type="checkbox" name="runsAtOnce" value="on"><span>Make small changes immediately<small>${help}</small></span></label>`;
}

/** Says exactly what the contract declares small. */
export function smallChangesSentence(smallChanges: readonly string[]): string {
  const listed = new Intl.ListFormat('en', { type: 'conjunction' }).format(smallChanges);
  const start = listed.charAt(0).toUpperCase() + listed.slice(1);
  return `${start}. Each can be undone. Nothing is sent, spent, or deleted.`;
}

function limitField(name: string, label: string, value: number): Html {
  return html`<label class="limit"><span>${label}</span><input type="number" name="${name}" value="${value}" min="0" max="1000000" inputmode="numeric"></label>`;
}

function verification(isVerified: boolean): Html {
  if (isVerified) return html``;
  return html`<span class="badge">Unverified</span> This app registered itself. Continue only if you just started this.`;
}

/** A local program may really be the known client. A client that returns to another site is not. */
function imitation({ imitated, isLocal, redirectHost }: ConsentView): Html {
  if (imitated === undefined) return html``;
  const advice = isLocal
    ? `Any program on this computer can call itself ${imitated}.`
    : `${redirectHost} does not belong to ${imitated}: if you expected ${imitated}, choose Cancel.`;
  return html`<p class="warning" role="alert"><strong>This may not be ${imitated}.</strong> ${advice}</p>`;
}

function workspacePicker(workspaces: readonly Workspace[]): Html {
  const [only] = workspaces;
  if (workspaces.length === 1 && only) {
    return html`<h2>Workspace</h2><p>${only.name}</p><input type="hidden" name="workspace" value="${only.id}">`;
  }
  const options = workspaces.map(
    ({ id, name, role }, index) =>
      html`<label><input type="radio" name="workspace" value="${id}" required ${index === 0 ? html`checked` : html``}><span>${name}<small>${role}</small></span></label>`,
  );
  return html`<fieldset><legend>Workspace</legend>${options}</fieldset>`;
}

/** One click drops a whole group. Its permissions are collapsed, so that the whole request fits on one screen. */
function scopeGroup(kind: ScopeKind, scopes: readonly ScopeInfo[], title: string, text: string): Html {
  if (scopes.length === 0) return html``;
  const boxes = scopes.map(
    (info) =>
      html`<label><input type="checkbox" name="scope" value="${info.scope}" checked><span>${info.title}<small>${info.description}</small></span></label>`,
  );
  const count = scopes.length === 1 ? '1 permission' : `${scopes.length} permissions`;
  const group = html`<label><input type="checkbox" name="group" value="${kind}" checked><span><strong>${title}</strong>
<small>${text}</small></span></label>`;
  const details = html`<details><summary aria-label="${count} of ${title}"><span class="count">${count}</span></summary>
<div class="boxes">${boxes}</div></details>`;
  return html`<div class="group">${group}${details}</div>`;
}
