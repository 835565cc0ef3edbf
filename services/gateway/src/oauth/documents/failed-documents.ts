import type { KoaContextWithOIDC, default as Provider } from 'oidc-provider';
import { tooManyDocuments, tooManyDocumentsPage, unreadDocumentPage } from '../error-page.ts';
import type { ClientDocuments } from './client-documents.ts';

type Middleware = Parameters<Provider['use']>[0];

/**
 * Gives all requests whose document was not read the same response: a host in a private network, a silent one, and a
 * URL that cannot name a document. Over the limit, the response is 429.
 */
export function answerFailedDocuments(documents: ClientDocuments): Middleware {
  return async (ctx, next) => {
    await next();
    const { oidc } = ctx as KoaContextWithOIDC;
    const { request } = documents;
    if (!documents.isEnabled || request === undefined || oidc === undefined) return;
    const isPage = oidc.route === 'authorization';
    if (request.retryAfterMs !== undefined) {
      ctx.status = 429;
      ctx.set('Retry-After', String(Math.max(1, Math.ceil(request.retryAfterMs / 1_000))));
      ctx.body = isPage
        ? tooManyDocumentsPage()
        : { error: 'temporarily_unavailable', error_description: tooManyDocuments };
    } else if (isPage && oidc.client === undefined && namesDocument(ctx.query.client_id) && !request.isRead) {
      // A URL that cannot name a document fails without a request.
      await documents.holdFailure();
      ctx.status = 400;
      ctx.body = unreadDocumentPage();
    }
  };
}

function namesDocument(clientId: unknown): boolean {
  return typeof clientId === 'string' && /^https:/i.test(clientId);
}
