import type { Settings } from './settings.ts';

/** What a first-time user needs next, and no more. */
export const printBanner = ({ baseUrl, dataDir }: Settings, readyAfterMs: number): void => {
  process.stdout.write(`
  Outbound is ready (${(readyAfterMs / 1000).toFixed(1)} s)

  Open         ${baseUrl}
  Sign up      ${baseUrl}/app/sign-up
  MCP server   ${baseUrl}/mcp
  Add it       claude mcp add --transport http outbound ${baseUrl}/mcp
  REST API     ${baseUrl}/api/public/v1/docs
  Data, logs   ${dataDir}

  Ctrl-C stops everything.
`);
};
