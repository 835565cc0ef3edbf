/** Path of a member's page in any spelling of its URL: country or mobile host, language, query, or encoded letters. */
const profilePath = /^\/(?:in|pub|profile\/view)\/([^/]+)/i;

function isLinkedInHost(host: string): boolean {
  return host === 'linkedin.com' || host.endsWith('.linkedin.com');
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * Matching key of a LinkedIn profile URL in any spelling: "linkedin:anna-müller". Undefined if it is not a member's
 * page.
 */
export function profileKey(url: string | null | undefined): string | undefined {
  const text = (url ?? '').trim();
  const candidate = /^https?:\/\//i.test(text) ? text : `https://${text}`;
  if (text === '' || !URL.canParse(candidate)) return undefined;
  const { hostname, pathname } = new URL(candidate);
  const name = isLinkedInHost(hostname) ? profilePath.exec(pathname)?.[1] : undefined;
  return name === undefined ? undefined : `linkedin:${decoded(name).normalize('NFC').toLowerCase()}`;
}
