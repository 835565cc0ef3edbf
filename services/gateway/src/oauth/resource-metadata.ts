import { Router } from 'express';
import { allowAnyOrigin } from '../http/check-origin.ts';
import type { PublicAddress } from '../http/public-address.ts';

export const metadataPath = '/.well-known/oauth-protected-resource';

/**
 * RFC 9728 metadata, at the root path and at the path with the resource's suffix. Each names the URL that was
 * requested.
 */
export function resourceMetadata(address: PublicAddress, scopes: readonly string[]): Router {
  const router = Router();
  router.all(
    [metadataPath, `${metadataPath}/mcp`, `${metadataPath}/mcp/directory`],
    allowAnyOrigin('GET'),
    (req, res) => {
      const issuer = address.issuerOf(req);
      res.json({
        resource: address.originOf(req) + address.endpointOf(req, req.path.slice(metadataPath.length)),
        resource_name: 'Outbound',
        authorization_servers: [issuer],
        scopes_supported: scopes,
        bearer_methods_supported: ['header'],
        resource_documentation: `${issuer}/api/public/v1/docs`,
      });
    },
  );
  return router;
}
