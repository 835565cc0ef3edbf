import { type Html, html } from './html.ts';

export const STYLE_PATH = '/oauth/style.css';

export function page(title: string, content: Html): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} · Outbound</title>
<link rel="stylesheet" href="${STYLE_PATH}">
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

export const STYLE = `:root{color-scheme:light dark;--accent:#2f5bea;--text:#1b2130;--soft:#5d6678;--line:#dfe3ec;--back:#f5f6fa;--card:#fff;--warn:#8a5a00;--warn-back:#fff6e0}
@media (prefers-color-scheme:dark){:root{--accent:#7d9bff;--text:#e8ebf3;--soft:#9aa4b8;--line:#2c3342;--back:#12151d;--card:#1a1f2a;--warn:#f0c674;--warn-back:#2c2615}}
*{box-sizing:border-box}
body{margin:0;background:var(--back);color:var(--text);font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
main{max-width:34rem;margin:0 auto;padding:2rem 1rem 3rem}
.brand{font-weight:650;margin:0 0 1rem}.brand span{color:var(--accent)}
.card{background:var(--card);border:1px solid var(--line);border-radius:14px;padding:1.5rem;margin:0 0 1rem}
h1{font-size:1.35rem;line-height:1.3;margin:0 0 .5rem}h2{font-size:.95rem;margin:1.25rem 0 .4rem}
p{margin:.4rem 0}.soft{color:var(--soft);font-size:.92rem}code{font-size:.9em;overflow-wrap:anywhere}
.badge{display:inline-block;background:var(--warn-back);color:var(--warn);border-radius:99px;padding:.05rem .6rem;font-size:.8rem;font-weight:600}
fieldset{border:0;margin:0;padding:0}legend{font-weight:600;font-size:.95rem;padding:0;margin:1.25rem 0 .2rem}
label{display:flex;gap:.7rem;align-items:flex-start;padding:.5rem 0;border-top:1px solid var(--line);cursor:pointer}
legend+label,legend+.soft+label{border-top:0}
label input{margin:.28rem 0 0;accent-color:var(--accent);width:1.05rem;height:1.05rem;flex:none}
label small{display:block;color:var(--soft);font-size:.87rem}
.actions{display:flex;gap:.7rem;margin-top:1.5rem}
button,.button{font:inherit;font-weight:600;border-radius:10px;padding:.65rem 1.3rem;border:1px solid var(--line);background:transparent;color:var(--text);cursor:pointer;text-decoration:none}
button.primary{background:#2f5bea;border-color:#2f5bea;color:#fff;flex:1}
button:focus-visible,input:focus-visible{outline:3px solid color-mix(in srgb,var(--accent) 45%,transparent);outline-offset:2px}
`;
