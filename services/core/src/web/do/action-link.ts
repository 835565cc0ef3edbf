/** URL of the page where a person fills in, previews, and runs an operation. `back` is the page they come from. */
export function actionHref(name: string, given: Record<string, string> = {}, back?: string): string {
  const query = new URLSearchParams({ ...given, ...(back !== undefined && { back }) });
  return `/app/do/${name}${query.size > 0 ? `?${query}` : ''}`;
}
