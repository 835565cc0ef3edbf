import type { ScopeInfo, ScopeKind } from '../core-client/contract.ts';
import { type Html, html } from './html.ts';
import { page } from './page.ts';

export type Workspace = { id: string; name: string; role: string };
export type SignedIn = { user: { id: string; name: string; email: string }; workspaces: Workspace[] };

export type ConsentView = {
  action: string;
  csrf: string;
  clientName: string;
  redirectHost: string;
  isVerified: boolean;
  signedIn: SignedIn;
  scopes: readonly ScopeInfo[];
};

const KINDS: readonly [ScopeKind, string, string][] = [
  ['read', 'Read', 'Look at your data.'],
  ['prepare', 'Prepare changes', 'Every change is shown to you first and happens only after you confirm it.'],
  ['spend', 'Spend credits', 'The cost is shown first; nothing is spent before you confirm.'],
  ['send', 'Send messages', 'Launch campaigns and send answers, each one only after you confirm.'],
];

/** Who asks, as whom, for which workspace, for what. Works without scripts; approving is one click. */
export function consentPage(view: ConsentView): string {
  const { clientName, redirectHost, isVerified, signedIn } = view;
  return page(
    `Connect ${clientName}`,
    html`<form method="post" action="${view.action}" class="card">
<input type="hidden" name="csrf" value="${view.csrf}">
<h1>Connect ${clientName} to Outbound?</h1>
<p class="soft">It will return to <code>${redirectHost}</code>. ${verification(isVerified)}</p>
<p class="soft">Signed in as <strong>${signedIn.user.name}</strong> (${signedIn.user.email}).</p>
${workspacePicker(signedIn.workspaces)}
<h2>It may</h2>
${KINDS.map(([kind, title, text]) =>
  scopeGroup(
    view.scopes.filter((scope) => scope.kind === kind),
    title,
    text,
  ),
)}
<p class="soft">You can disconnect it at any time in the application, under Integrations.</p>
<div class="actions">
<button class="primary" name="decision" value="approve">Approve</button>
<button name="decision" value="deny" formnovalidate>Deny</button>
</div>
</form>`,
  );
}

function verification(isVerified: boolean): Html {
  if (isVerified) return html``;
  return html`<span class="badge">unverified</span> This application registered itself; approve it only if you have just started this.`;
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

/** Folded, so that the whole request fits on a screen; every box inside is part of the form. */
function scopeGroup(scopes: readonly ScopeInfo[], title: string, text: string): Html {
  if (scopes.length === 0) return html``;
  const boxes = scopes.map(
    (info) =>
      html`<label><input type="checkbox" name="scope" value="${info.scope}" checked><span>${info.title}<small>${info.description}</small></span></label>`,
  );
  const count = scopes.length === 1 ? '1 permission' : `${scopes.length} permissions`;
  return html`<details><summary><span><strong>${title}</strong><small>${text}</small></span><span class="count">${count}</span></summary><div class="boxes">${boxes}</div></details>`;
}
