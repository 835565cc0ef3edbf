import { hash } from 'node:crypto';
import { isIP } from 'node:net';
import { Router } from 'express';
import { allowAnyOrigin } from '../http/check-origin.ts';
import { currentRevision, supportedRevisions } from './revisions.ts';
import { serverInfoOf } from './server-info.ts';

const cardType = 'application/mcp-server-card+json';
const catalogType = 'application/ai-catalog+json';
const cardSchema = 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json';
/** At most 100 characters. */
const description = 'Finds prospects, runs email campaigns, and handles replies. Changes only after a confirmation.';
const serverName = 'outbound';

interface Published {
  baseUrl: string;
  resourceUrl: string;
  version: string;
}

/**
 * Documents that clients read before they connect (SEP-2127): the card of this server, and the catalog that leads to it,
 * at its current and its former address.
 */
export function serverCard(published: Published): Router {
  const router = Router();
  const card = serve(cardType, cardOf(published));
  const catalog = catalogOf(published);
  router.all(['/mcp/server-card', '/.well-known/mcp/server-card.json'], allowAnyOrigin('GET'), card);
  router.all('/.well-known/ai-catalog.json', allowAnyOrigin('GET'), serve(catalogType, catalog));
  router.all('/.well-known/mcp/catalog.json', allowAnyOrigin('GET'), serve('application/json', catalog));
  return router;
}

function cardOf({ baseUrl, resourceUrl, version }: Published): object {
  const { title, websiteUrl, icons } = serverInfoOf(baseUrl, version);
  return {
    $schema: cardSchema,
    name: `${reversed(new URL(baseUrl).hostname)}/${serverName}`,
    version,
    description,
    title,
    websiteUrl,
    icons,
    remotes: [
      {
        type: 'streamable-http',
        url: resourceUrl,
        supportedProtocolVersions: [currentRevision, ...supportedRevisions],
      },
    ],
  };
}

function catalogOf({ baseUrl, resourceUrl }: Published): object {
  const identifier = `urn:air:${new URL(baseUrl).hostname}:mcp:${serverName}`;
  const entry = { identifier, displayName: 'Outbound', type: cardType, url: `${resourceUrl}/server-card` };
  return { specVersion: '1.0', entries: [entry] };
}

/** Host in the form of a namespace: `app.example.com` becomes `com.example.app`. */
function reversed(host: string): string {
  const name = host.replace(/^\[|\]$/g, '');
  return isIP(name) === 0 ? name.split('.').toReversed().join('.') : name.replaceAll(':', '-');
}

/** A document that stays the same while the service runs. */
function serve(type: string, document: object): ReturnType<typeof allowAnyOrigin> {
  const text = JSON.stringify(document);
  const tag = `"${hash('sha256', text).slice(0, 32)}"`;
  return (req, res) => {
    res.set({ 'Cache-Control': 'public, max-age=3600', ETag: tag, 'Access-Control-Expose-Headers': 'ETag' });
    if (req.get('if-none-match')?.includes(tag)) res.status(304).end();
    else res.type(type).send(Buffer.from(text));
  };
}
