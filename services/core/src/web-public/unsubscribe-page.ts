import { type Html, html } from '@outbound/node-service/text/html';

function page(title: string, content: Html): string {
  return html`<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <meta name="robots" content="noindex">
  <title>${title}</title>
  <link rel="stylesheet" href="/app/assets/app.css">
</head>
<body>
  <main class="entry">
    <h1>${title}</h1>
    ${content}
  </main>
</body>
</html>
`.markup;
}

/** Masks an email address but keeps enough for its owner to recognize it. */
export function maskAddress(address: string): string {
  return address.replace(/^(.)[^@]*(@.*)$/, '$1…$2');
}

export function askPage(sender: string, address: string): string {
  return page(
    'Unsubscribe',
    html`<p>Stop all messages from <strong>${sender}</strong> to ${maskAddress(address)}?</p>
      <form method="post"><button class="btn primary">Unsubscribe</button></form>`,
  );
}

export function donePage(sender: string, address: string): string {
  return page(
    'You are unsubscribed',
    html`<p><strong>${sender}</strong> will not write to ${maskAddress(address)} again.</p>`,
  );
}

export function unknownPage(): string {
  return page(
    'This link does not work',
    html`<p>It may be incomplete. Please copy the whole link from the message.</p>`,
  );
}
