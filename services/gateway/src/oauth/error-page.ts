import { html } from '@outbound/node-service/text/html';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { page, pageHeaders } from './page.ts';

interface Failure {
  error: string;
  error_description?: string;
}

/** Shown to a person when an authorization request cannot continue and cannot be sent back to the client. */
export async function renderErrorPage(ctx: KoaContextWithOIDC, { error, error_description }: Failure): Promise<void> {
  ctx.set(pageHeaders());
  const remedy = error_description?.startsWith('client_id metadata document fetch failed')
    ? documentRemedy
    : usualRemedy;
  ctx.body = errorPage('This sign-in cannot go on', error_description ?? error, remedy);
}

const usualRemedy = 'Go back to the application that sent you here and connect again.';
const documentRemedy =
  'This server cannot reach the document by which the application identifies itself. If the server has ' +
  'no internet access, its operator sets CLIENT_DOCUMENTS=off; the application then registers here ' +
  'when it connects again.';

export function errorPage(title: string, reason: string, remedy: string): string {
  return page(
    title,
    html`<section class="request"><h1>${title}</h1><p>${sentence(reason)}</p><p class="soft">${remedy}</p></section>`,
  );
}

function sentence(text: string): string {
  const start = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(start) ? start : `${start}.`;
}
