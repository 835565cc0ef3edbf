/**
 * True if recipients can reach this URL over HTTPS. Every message uses it to unsubscribe (RFC 8058 section 3.1), and
 * recipients cannot unsubscribe on a machine that only its owner can reach.
 */
export function isPublicAddress(baseUrl: string): boolean {
  const { protocol, hostname } = new URL(baseUrl);
  const isLoopback = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|0\.0\.0\.0|\[::1?\])$/i.test(hostname);
  return protocol === 'https:' && !isLoopback;
}
