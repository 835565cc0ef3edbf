const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => escapes[character]!);

const page = (title: string, content: string): string => `<!doctype html>
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
  <main class="narrow">
    <section class="card">
      <h1>${title}</h1>
      ${content}
    </section>
  </main>
</body>
</html>
`;

/** Enough of an address for its owner to recognise it. */
export const maskAddress = (address: string): string => address.replace(/^(.)[^@]*(@.*)$/, '$1…$2');

export const askPage = (sender: string, address: string): string =>
  page(
    'Unsubscribe',
    `<p>Stop all messages from <strong>${escapeHtml(sender)}</strong> to ${escapeHtml(maskAddress(address))}?</p>
      <form method="post"><button class="button primary">Unsubscribe</button></form>`,
  );

export const donePage = (sender: string, address: string): string =>
  page(
    'You are unsubscribed',
    `<p><strong>${escapeHtml(sender)}</strong> will not write to ${escapeHtml(maskAddress(address))} again.</p>`,
  );

export const unknownPage = (): string =>
  page('This link does not work', '<p>It may be incomplete. Please copy the whole link from the message.</p>');
