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
  ctx.body = errorPage(failedTitle, error_description ?? error, usualRemedy);
}

const failedTitle = 'This sign-in cannot go on';

const usualRemedy = 'Go back to the application that sent you here and connect again.';
const unreadDocument =
  'This server cannot read the document by which the application identifies itself. It must be on the public internet.';
const documentRemedy =
  'If the server has no internet access, its operator sets CLIENT_DOCUMENTS=off; the application then registers here ' +
  'when it connects again.';

/** The same page for every document that was not read, so that it shows nothing about the server's network. */
export function unreadDocumentPage(): string {
  return errorPage(failedTitle, unreadDocument, documentRemedy);
}

export const tooManyDocuments = 'Too many applications were looked up from this address. Wait a minute, and try again.';

export function tooManyDocumentsPage(): string {
  return errorPage('Too many requests', tooManyDocuments, usualRemedy);
}

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
