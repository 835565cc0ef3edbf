import { json, type Request, type RequestHandler, type Response, Router, text } from 'express';
import type Provider from 'oidc-provider';
import { openToBrowsers } from '../http/check-origin.ts';
import { ROUTES } from './configuration.ts';
import { STYLE, STYLE_PATH } from './page.ts';
import { type Replay, replayRequest } from './replay-request.ts';
import { type Known, tidyAuthorize, tidyResource } from './tidy-parameters.ts';
import { tidyRegistration } from './tidy-registration.ts';

const FORM = 'application/x-www-form-urlencoded';
const BODY_LIMIT = '64kb';
const DISCOVERY = ['/.well-known/oauth-authorization-server', '/.well-known/openid-configuration'];

export type OAuthRoutesDeps = { provider: Provider; known: Known; limitRegistration: RequestHandler };

/** The authorization server's endpoints, each behind what makes the clients in the field work with it. */
export function oauthRoutes({ provider, known, limitRegistration }: OAuthRoutesDeps): Router {
  const handle = provider.callback();
  const pass = (req: Request, res: Response, replay: Omit<Replay, 'baseUrl'>) =>
    handle(replayRequest(req, { ...replay, baseUrl: known.baseUrl }), res);
  const readForm = text({ type: FORM, limit: BODY_LIMIT });
  const router = Router();

  router.get(STYLE_PATH, (_req, res) => {
    res.type('css').set('Cache-Control', 'public, max-age=300').send(STYLE);
  });
  router.get(ROUTES.authorization, (req, res) => {
    const parameters = tidyAuthorize(new URL(req.originalUrl, known.baseUrl).searchParams, known);
    return pass(req, res, { url: `${ROUTES.authorization}?${parameters}`, withoutCookies: true });
  });
  router.get(`${ROUTES.authorization}/:uid`, (req, res) => pass(req, res, { url: req.originalUrl }));

  router.use([ROUTES.token, ROUTES.revocation, ROUTES.introspection, ROUTES.registration], openToBrowsers('POST'));
  router.post(ROUTES.registration, limitRegistration, json({ limit: BODY_LIMIT, strict: false }), (req, res) =>
    pass(req, res, {
      url: ROUTES.registration,
      body: { type: 'application/json', text: JSON.stringify(tidyRegistration(req.body)) },
    }),
  );
  router.post([ROUTES.token, ROUTES.revocation, ROUTES.introspection], readForm, (req, res) => {
    const form = tidyResource(new URLSearchParams(typeof req.body === 'string' ? req.body : ''), known);
    return pass(req, res, { url: req.path, body: { type: FORM, text: form.toString() } });
  });

  router.use([ROUTES.jwks, ...DISCOVERY], openToBrowsers('GET'));
  router.get(ROUTES.jwks, (req, res) => pass(req, res, { url: req.path }));
  // Some clients look below the resource's path, although the issuer is the origin.
  router.get(
    DISCOVERY.flatMap((path) => [path, `${path}/mcp`]),
    (req, res) => pass(req, res, { url: req.path.replace(/\/mcp$/, '') }),
  );
  return router;
}
