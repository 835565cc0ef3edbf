import { Router } from 'express';
import { allowAnyOrigin } from '../http/check-origin.ts';

export const metadataPath = '/.well-known/oauth-protected-resource';

/** RFC 9728, at the form with the resource's path and at the root form. */
export function resourceMetadata(baseUrl: string, resourceUrl: string, scopes: readonly string[]): Router {
  const metadata = {
    resource: resourceUrl,
    resource_name: 'Outbound',
    authorization_servers: [baseUrl],
    scopes_supported: scopes,
    bearer_methods_supported: ['header'],
    resource_documentation: `${baseUrl}/api/public/v1/docs`,
  };
  const router = Router();
  router.all([metadataPath, `${metadataPath}/mcp`], allowAnyOrigin('GET'), (_req, res) => {
    res.json(metadata);
  });
  return router;
}
