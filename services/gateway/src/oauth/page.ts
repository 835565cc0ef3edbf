import { tokens } from '@outbound/design/tokens';
import { type Html, html } from '@outbound/node-service/text/html';

export const stylePath = '/oauth/style.css';

export function page(title: string, content: Html): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${title} · Outbound</title>
<link rel="stylesheet" href="${stylePath}">
</head>
<body>
<main>
<p class="brand"><span aria-hidden="true">↗</span> Outbound</p>
${content}
</main>
</body>
</html>`.markup;
}

/**
 * Allows no scripts, external resources, or frames. Browsers also apply form-action to the redirects after a form, so
 * the client's own URL must be listed.
 */
export function pageHeaders(formTarget = ''): Record<string, string> {
  const policy = [
    "default-src 'none'",
    "style-src 'self'",
    "font-src 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    `form-action 'self' ${formTarget}`.trim(),
  ];
  return { 'Content-Security-Policy': policy.join('; '), 'Content-Type': 'text/html; charset=utf-8' };
}

/** The origin of an http(s) redirect; otherwise its scheme (cursor:). */
export function formTargetOf(redirectUri: string): string {
  const url = URL.parse(redirectUri);
  if (!url) return '';
  return url.protocol === 'https:' || url.protocol === 'http:' ? url.origin : url.protocol;
}

/** The application's own colors, sizes, and type, so that both look the same. */
export const pageStyle = `${tokens}
@font-face{font-family:Geist;src:url("/app/assets/geist-latin.woff2") format("woff2");font-weight:100 900;font-display:swap}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--text);font:var(--t-body);font-feature-settings:"tnum";-webkit-font-smoothing:antialiased}
main{display:grid;grid-template-columns:minmax(0,1fr);gap:var(--s-4);inline-size:min(var(--w-consent),calc(100vw - var(--s-8)));margin:6dvh auto var(--s-8)}
.brand{display:flex;align-items:center;gap:var(--s-2);margin:0;font-weight:600}
.brand span{display:grid;place-items:center;inline-size:var(--icon-large);block-size:var(--icon-large);border-radius:var(--r-2);background:var(--accent);color:var(--on-accent)}
.request{display:grid;gap:var(--s-3)}
h1{font:var(--t-head);margin:0;overflow-wrap:anywhere}
h2,legend{font:600 var(--t-body);margin:var(--s-2) 0 0;padding:0}
p{margin:0;max-inline-size:var(--prose)}
small,.soft{font:var(--t-body);color:var(--text-3)}
small{font:var(--t-small)}
code{font:var(--t-code);overflow-wrap:anywhere}
.badge{display:inline-flex;padding-inline:var(--s-1h);border-radius:var(--r-1);font:500 var(--t-small);background:var(--amber-soft);color:var(--amber)}
.warning{padding:var(--s-2) var(--s-3);border-radius:var(--r-2);background:var(--amber-soft);color:var(--amber)}
fieldset{display:grid;gap:var(--s-1);border:0;margin:0;padding:0;min-inline-size:0}
label{display:flex;gap:var(--s-2);align-items:flex-start;min-block-size:var(--target);cursor:pointer}
label input{flex:none;inline-size:var(--check);block-size:var(--check);margin:var(--s-0) 0 0;accent-color:var(--accent)}
label.limit{justify-content:space-between;align-items:center}
label.limit input{inline-size:var(--w-number);block-size:var(--ctl);margin:0;padding-inline:var(--s-2);font:inherit;
border:var(--hair) solid var(--control);border-radius:var(--r-2);background:var(--surface);color:var(--text)}
label small{display:block}
.group{padding-block:var(--s-1);border-block-end:var(--hair) solid var(--line)}
.group:not(:has(>label>input:checked)) details{opacity:.45}
summary{padding:0 0 0 var(--s-6);cursor:pointer;list-style:none}
summary::-webkit-details-marker{display:none}
.count{color:var(--accent-text);font:500 var(--t-small)}
.boxes{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,var(--w-settings-list)),1fr));gap:0 var(--s-4);padding:0 0 var(--s-2) var(--s-6)}
.actions{display:flex;gap:var(--s-2)}
button{flex:1;min-block-size:var(--ctl);padding-inline:var(--s-3);font:500 var(--t-body);border:var(--hair) solid var(--line-strong);
border-radius:var(--r-2);background:var(--surface);color:var(--text);cursor:pointer}
button:hover{background:var(--hover)}
button.primary{background:var(--accent);border-color:transparent;color:var(--on-accent)}
button.primary:hover{background:var(--accent-hover)}
:focus-visible{outline:var(--ring) solid var(--accent-text);outline-offset:var(--hair);border-radius:var(--r-1)}
`;
