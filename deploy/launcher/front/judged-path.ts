/** Percent-encoded dots, slashes, backslashes, NUL, and percent signs: some readers decode them, others don't. */
const ambiguous = /%(2e|2f|5c|25|00)|[^\x21-\x7e]|[\\#]|\/\//i;

/**
 * Path of a request line, if every reader sees the same path: no dot segments, no encoded ones, no double slashes.
 * Undefined otherwise. Such requests are not forwarded, because the service could get another path than the one checked
 * here.
 */
export function judgedPath(target: string | undefined): string | undefined {
  if (!target?.startsWith('/')) return undefined;
  const [path = ''] = target.split('?', 1);
  if (ambiguous.test(path) || !URL.canParse(target, 'http://outbound')) return undefined;
  return new URL(target, 'http://outbound').pathname === path ? path : undefined;
}
