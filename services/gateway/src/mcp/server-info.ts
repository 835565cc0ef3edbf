/** Name, pages, and icon of this server, as clients show them. */
export function serverInfoOf(baseUrl: string, version: string) {
  return {
    name: 'outbound',
    title: 'Outbound',
    version,
    websiteUrl: `${baseUrl}/app`,
    icons: [{ src: `${baseUrl}/app/assets/icon.svg`, mimeType: 'image/svg+xml', sizes: ['any'] }],
  };
}
