import { allScopes } from '../../actions/scopes.ts';
import { errorTable } from '../../errors.ts';

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => escapes[character]!);

const errorRow = ([code, { status, retryable, text }]: [string, (typeof errorTable)[keyof typeof errorTable]]) =>
  `<tr id="error-${code}"><td><a href="#error-${code}"><code>${code}</code></a></td><td>${status}</td><td>${
    retryable ? 'yes, later' : 'after a change'
  }</td><td>${escaped(text)}</td></tr>`;

const scopeRow = ({ scope, description, kind }: (typeof allScopes)[number]) =>
  `<tr><td><code>${scope}</code></td><td>${kind}</td><td>${escaped(description)}</td></tr>`;

/** The reference page: what holds for all operations, then the operations out of openapi.json. */
export const docsPage = (base: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Outbound API</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${base}/swagger-ui.css">
<link rel="stylesheet" href="${base}/reference.css">
</head>
<body>
<header>
<h1>Outbound API</h1>
<p>Send an API key (made in the application, section Integrations) as <code>Authorization: Bearer obk_live_…</code>.
Every answer is <code>{"ok", "summary", "data"}</code>; lists add <code>page.nextCursor</code>, refusals <code>error</code>.
<code>?dryRun=true</code> shows effects and cost and does nothing. Repeat a write safely with the same <code>Idempotency-Key</code>.</p>
<nav><a href="#operations">Operations</a> <a href="#errors">Errors</a> <a href="#scopes">Scopes</a> <a href="${base.replace(/\/docs$/, '')}/openapi.json">openapi.json</a></nav>
</header>
<main>
<section id="operations" data-document="${base.replace(/\/docs$/, '')}/openapi.json"><p>Loading the operations…</p></section>
<section id="errors"><h2>Errors</h2>
<table><thead><tr><th>error.code</th><th>Status</th><th>Repeat?</th><th>Meaning</th></tr></thead><tbody>
${Object.entries(errorTable).map(errorRow).join('\n')}
</tbody></table></section>
<section id="scopes"><h2>Scopes</h2>
<p>A key carries only the scopes granted to it. Write does not imply read.</p>
<table><thead><tr><th>Scope</th><th>Kind</th><th>Lets its holder</th></tr></thead><tbody>
${allScopes.map(scopeRow).join('\n')}
</tbody></table></section>
</main>
<script src="${base}/swagger-ui-bundle.js"></script>
<script src="${base}/reference.js"></script>
</body>
</html>
`;
