import { clientNetwork } from '@outbound/node-service/http/client-network';
import { toJson } from '@outbound/node-service/text/to-json';
import { json, type Request, type RequestHandler, type Response, Router, text } from 'express';
import type Provider from 'oidc-provider';
import { allowAnyOrigin } from '../http/check-origin.ts';
import { oauthRoutePaths, sessionCookie } from './configuration.ts';
import type { ClientDocuments } from './documents/client-documents.ts';
import { type Known, normalizeAuthorizeRequest, normalizeTokenRequest } from './normalize-parameters.ts';
import { normalizeRegistration } from './normalize-registration.ts';
import { pageStyle, stylePath } from './page.ts';
import { type Replay, replayRequest } from './replay-request.ts';

const formMediaType = 'application/x-www-form-urlencoded';
const bodyLimit = '64kb';
const discoveryPaths = ['/.well-known/oauth-authorization-server', '/.well-known/openid-configuration'];

/** The authorization server at the URL that the client uses. */
export interface ServerAt {
  provider: Provider;
  baseUrl: string;
}

export interface OAuthRoutesDeps {
  serverAt(req: Request): ServerAt;
  known: Known;
  limitRegistration: RequestHandler;
  documents: Pick<ClientDocuments, 'serve'>;
}

/** The authorization server's endpoints, each behind middleware that makes it work with real clients. */
export function oauthRoutes({ serverAt, known, limitRegistration, documents }: OAuthRoutesDeps): Router {
  const pass = (req: Request, res: Response, replay: Omit<Replay, 'baseUrl'>) => {
    const { provider, baseUrl } = serverAt(req);
    const replayed = replayRequest(req, { ...replay, baseUrl });
    return documents.serve(clientNetwork(req.ip), () => provider.callback()(replayed, res));
  };
  const readForm = text({ type: formMediaType, limit: bodyLimit });
  const router = Router();

  router.get(stylePath, (_req, res) => {
    res.type('css').set('Cache-Control', 'public, max-age=300').send(pageStyle);
  });
  router.get(oauthRoutePaths.authorization, (req, res) => {
    const parameters = normalizeAuthorizeRequest(new URL(req.originalUrl, known.resourceUrl).searchParams, known);
    return pass(req, res, { url: `${oauthRoutePaths.authorization}?${parameters}`, keepsCookie: () => false });
  });
  // An earlier sign-in must not matter. oidc-provider would ask to sign that person out, on a page that does not exist
  // here.
  router.get(`${oauthRoutePaths.authorization}/:uid`, (req, res) =>
    pass(req, res, { url: req.originalUrl, keepsCookie: (name) => !name.startsWith(sessionCookie) }),
  );

  router.use(
    [oauthRoutePaths.token, oauthRoutePaths.revocation, oauthRoutePaths.introspection, oauthRoutePaths.registration],
    allowAnyOrigin('POST'),
  );
  router.post(oauthRoutePaths.registration, limitRegistration, json({ limit: bodyLimit, strict: false }), (req, res) =>
    pass(req, res, {
      url: oauthRoutePaths.registration,
      body: { type: 'application/json', text: toJson(normalizeRegistration(req.body)) },
    }),
  );
  router.post(
    [oauthRoutePaths.token, oauthRoutePaths.revocation, oauthRoutePaths.introspection],
    readForm,
    (req, res) => {
      const form = normalizeTokenRequest(new URLSearchParams(typeof req.body === 'string' ? req.body : ''), known);
      return pass(req, res, { url: req.path, body: { type: formMediaType, text: form.toString() } });
    },
  );

  router.use([oauthRoutePaths.jwks, ...discoveryPaths], allowAnyOrigin('GET'));
  router.get(oauthRoutePaths.jwks, (req, res) => pass(req, res, { url: req.path }));
  // Some clients look below the resource's path, although the issuer is the origin.
  router.get(
    discoveryPaths.flatMap((path) => [path, `${path}/mcp`, `${path}/mcp/directory`]),
    (req, res) => pass(req, res, { url: req.path.replace(/(\/mcp(\/directory)?)?\/?$/i, '') }),
  );
  return router;
}
