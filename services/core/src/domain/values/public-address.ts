/**
 * Whether recipients reach this address, and by https: it is the way out in every message (RFC 8058, 3.1), and nobody
 * can be asked to unsubscribe at a machine that only its owner sees.
 */
export function isPublicAddress(baseUrl: string): boolean {
  const { protocol, hostname } = new URL(baseUrl);
  const isLoopback = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|0\.0\.0\.0|\[::1?\])$/i.test(hostname);
  return protocol === 'https:' && !isLoopback;
}
