import { isIP } from 'node:net';
import { fetch as fetchWith, ProxyAgent } from 'undici';
import type { ProxySettings } from '../settings/config.ts';

type Fetch = typeof globalThis.fetch;

/** True if NO_PROXY names the host: exactly, as a parent domain, with its port, or with "*". */
function isExcluded({ hostname, host }: URL, noProxy: readonly string[]): boolean {
  return noProxy.some((entry) => {
    const name = entry.toLowerCase().replace(/^\*?\./, '');
    return entry === '*' || [hostname, host].includes(name) || hostname.endsWith(`.${name}`);
  });
}

/**
 * Fetches through the proxy of HTTPS_PROXY, which resolves the names. Hosts in NO_PROXY and IP addresses are fetched
 * directly, with the caller's own guard against requests into the network.
 */
export function proxiedFetch(proxy: ProxySettings | undefined): Fetch {
  if (proxy === undefined) return globalThis.fetch;
  const agent = new ProxyAgent({ uri: proxy.url, proxyTunnel: true });
  return async (input, options = {}) => {
    const url = new URL(String(input));
    if (isIP(url.hostname.replace(/^\[|\]$/g, '')) !== 0 || isExcluded(url, proxy.noProxy))
      return globalThis.fetch(input, options);
    const { method, headers, redirect, signal } = options;
    const sent = { method, headers: [...new Headers(headers)], redirect, signal, dispatcher: agent };
    const { status, headers: received, body } = await fetchWith(url, sent);
    return new Response(body, { status, headers: [...received] });
  };
}
