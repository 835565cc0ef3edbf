/** Condition, order, and columns of a view, as stored. */
interface ShownView {
  id: string;
  where: unknown;
  sort: string | null;
  columns: readonly string[];
}

/** Address of the table at this path with a saved view. */
export function viewHref(path: string, { id, where, sort, columns }: ShownView): string {
  return `${path}?${viewQuery({ id, where, sort, columns })}`;
}

export function viewQuery({ id, where, sort, columns }: ShownView): URLSearchParams {
  const own = new URLSearchParams({ view: id });
  if (where !== null) own.set('where', JSON.stringify(where));
  if (sort !== null) own.set('sort', sort);
  for (const column of columns) own.append('columns', column);
  return own;
}
