/**
 * Address of a provider's API, without a slash at the end. `other` replaces its server, and with a path of its own also
 * its path.
 */
export function providerAddress(official: string, other: string | undefined): string {
  if (other === undefined) return official;
  const [usual, replaced] = [new URL(official), new URL(other)];
  const path = replaced.pathname === '/' ? usual.pathname : replaced.pathname;
  return `${replaced.origin}${path}`.replace(/\/+$/, '');
}
