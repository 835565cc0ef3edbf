/** Links that add this server to a client on the reader's computer, with the address filled in. */
export function connectLinks(baseUrl: string): { client: string; href: string }[] {
  const url = `${baseUrl}/mcp`;
  const cursor = encodeURIComponent(Buffer.from(JSON.stringify({ url })).toString('base64'));
  const code = encodeURIComponent(JSON.stringify({ name: 'outbound', type: 'http', url }));
  return [
    { client: 'Cursor', href: `cursor://anysphere.cursor-deeplink/mcp/install?name=outbound&config=${cursor}` },
    { client: 'VS Code', href: `vscode:mcp/install?${code}` },
  ];
}
