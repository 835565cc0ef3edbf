const loopbackCallbacks = ['http://127.0.0.1/callback', 'http://localhost/callback'];

/** Published documents of common clients as of September 2026: their names and redirects. */
const published = [
  {
    client_id: 'https://claude.ai/oauth/claude-code-client-metadata',
    client_name: 'Claude Code',
    redirect_uris: loopbackCallbacks,
  },
  {
    client_id: 'https://chatgpt.com/oauth/codex/client.json',
    client_name: 'Codex',
    redirect_uris: loopbackCallbacks,
  },
  {
    client_id: 'https://vscode.dev/oauth/client-metadata.json',
    client_name: 'Visual Studio Code',
    redirect_uris: ['http://127.0.0.1:33418/', 'https://vscode.dev/redirect'],
  },
  {
    client_id: 'https://zed.dev/oauth/client-metadata.json',
    client_name: 'Zed',
    redirect_uris: ['http://127.0.0.1/callback'],
  },
] as const;

/** Members that are the same in all documents. All of these clients are public and run on the user's machine. */
const common = {
  application_type: 'native',
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  token_endpoint_auth_method: 'none',
};

/** URLs whose documents are packaged, for servers that cannot fetch them. */
export const packagedUrls: readonly string[] = published.map(({ client_id }) => client_id);

/** Copy of a common client's document. Undefined for other clients. */
export function packagedDocument(url: string): Response | undefined {
  const document = published.find(({ client_id }) => client_id === url);
  return document && Response.json({ ...document, ...common });
}
