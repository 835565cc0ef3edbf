/** The page on which an operation is filled in, seen in advance and done. `back` is where the person comes from. */
export function actionHref(name: string, given: Record<string, string> = {}, back?: string): string {
  const query = new URLSearchParams({ ...given, ...(back !== undefined && { back }) });
  return `/app/do/${name}${query.size > 0 ? `?${query}` : ''}`;
}
