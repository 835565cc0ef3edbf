import { type Html, html } from '../http/html.ts';

export const stylePath = '/oauth/style.css';

export function page(title: string, content: Html): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
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
 * No scripts, nothing from elsewhere, no frames. Browsers apply form-action to the redirects after a form, too, so the
 * client's own address must be listed.
 */
export function pageHeaders(formTarget = ''): Record<string, string> {
  const policy = [
    "default-src 'none'",
    "style-src 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    `form-action 'self' ${formTarget}`.trim(),
  ];
  return { 'Content-Security-Policy': policy.join('; '), 'Content-Type': 'text/html; charset=utf-8' };
}

/** The origin of an http(s) redirect, else its scheme (cursor:). */
export function formTargetOf(redirectUri: string): string {
  const url = URL.parse(redirectUri);
  if (!url) return '';
  return url.protocol === 'https:' || url.protocol === 'http:' ? url.origin : url.protocol;
}

export const pageStyle = `:root{color-scheme:light dark;--accent:#2f5bea;--on-accent:#fff;--text:#1c2230;
--quiet:#5b6475;--line:#e0e4ec;--ground:#f5f6f9;--card:#fff;--warn:#7a5200;--warn-ground:#fff4dc;
--shadow:0 1px 2px rgb(20 30 60/5%),0 4px 16px rgb(20 30 60/4%)}
@media (prefers-color-scheme:dark){:root{--accent:#7d9bff;--on-accent:#0e1424;--text:#e6e9f0;--quiet:#9aa4b6;
--line:#2b3342;--ground:#11151e;--card:#191f2b;--warn:#f0c674;--warn-ground:#352a14;--shadow:none}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--text);font:16px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",sans-serif}
main{max-width:34rem;margin:0 auto;padding:2.5rem 1rem 3rem}
.brand{display:flex;align-items:center;gap:.6rem;font-weight:700;margin:0 0 1rem}
.brand span{display:grid;place-items:center;width:1.6rem;height:1.6rem;border-radius:.4rem;background:var(--accent);color:var(--on-accent)}
.card{background:var(--card);border:1px solid var(--line);border-radius:14px;box-shadow:var(--shadow);padding:1.6rem}
h1{font-size:1.35rem;line-height:1.3;margin:0 0 .5rem;overflow-wrap:anywhere}h2{font-size:.95rem;margin:1.4rem 0 .4rem}
p{margin:.4rem 0}small,.soft{color:var(--quiet);font-size:.9rem}code{font-size:.9em;overflow-wrap:anywhere}
.badge{display:inline-block;background:var(--warn-ground);color:var(--warn);border-radius:99px;padding:.05rem .6rem;font-size:.8rem;font-weight:600}
.warning{background:var(--warn-ground);color:var(--warn);border-radius:10px;padding:.6rem .8rem;font-size:.9rem}
fieldset{border:0;margin:0;padding:0}legend{font-weight:700;font-size:.95rem;padding:0;margin:1.4rem 0 .2rem}
label{display:flex;gap:.6rem;align-items:flex-start;padding:.4rem 0;cursor:pointer}
label input{margin:.3rem 0 0;accent-color:var(--accent);width:1.05rem;height:1.05rem;flex:none}
label.limit{justify-content:space-between;align-items:center}label.limit input{width:7rem;height:auto;margin:0;
font:inherit;padding:.35rem .5rem;border:1px solid var(--line);border-radius:8px;background:transparent;
color:var(--text)}
label small{display:block;line-height:1.4}
.group{border:1px solid var(--line);border-radius:10px;margin:.5rem 0}.group>label{padding:.7rem .9rem .2rem}
.group:not(:has(>label>input:checked)) details{opacity:.45}
summary{padding:.1rem .9rem .6rem 2.55rem;cursor:pointer;list-style:none}
summary::-webkit-details-marker{display:none}
.count{flex:none;color:var(--accent);font-size:.85rem;font-weight:600}.count::after{content:" ▾"}details[open] .count::after{content:" ▴"}
.boxes{display:grid;grid-template-columns:repeat(auto-fill,minmax(13rem,1fr));gap:0 1rem;padding:.3rem .9rem .7rem;border-top:1px solid var(--line)}
.actions{display:flex;gap:.7rem;margin-top:1.4rem}
button{font:inherit;font-weight:600;border-radius:10px;padding:.65rem 1.3rem;border:1px solid var(--line);background:transparent;color:var(--text);cursor:pointer}
button.primary{background:var(--accent);border-color:var(--accent);color:var(--on-accent);flex:1}
:focus-visible{outline:3px solid color-mix(in srgb,var(--accent) 45%,transparent);outline-offset:2px}
`;
