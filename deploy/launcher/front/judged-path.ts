/** Dots, slashes, backslashes, NUL and the percent sign itself in percent-encoding: one reader decodes them and another does not. */
const ambiguous = /%(2e|2f|5c|25|00)|[^\x21-\x7e]|[\\#]|\/\//i;

/**
 * The path of a request line, when every reader of it sees the same path: no dot segments, nothing encoded that could
 * be one, no doubled slashes. Undefined otherwise; such a request is not forwarded, so that what was judged is what
 * the service gets.
 */
export function judgedPath(target: string | undefined): string | undefined {
  if (!target?.startsWith('/')) return undefined;
  const [path = ''] = target.split('?', 1);
  if (ambiguous.test(path) || !URL.canParse(target, 'http://outbound')) return undefined;
  return new URL(target, 'http://outbound').pathname === path ? path : undefined;
}
