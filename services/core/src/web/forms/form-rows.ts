import { rowCount } from './read-form-input.ts';
import { countPath, under } from './schema-kind.ts';

/** The form with one more empty row in the list of parts. */
export function withRowAdded(form: URLSearchParams, path: string): URLSearchParams {
  const changed = new URLSearchParams(form);
  changed.set(countPath(path), String(rowCount(form, path) + 1));
  return changed;
}

/** The form without one row, "steps.1". Later rows move up. */
export function withRowRemoved(form: URLSearchParams, rowPath: string): URLSearchParams {
  const at = rowPath.lastIndexOf('.');
  const [path, index] = [rowPath.slice(0, at), Number(rowPath.slice(at + 1))];
  const changed = new URLSearchParams();
  for (const [name, value] of form) {
    const moved = movedName(name, path, index);
    if (moved !== null) changed.append(moved, value);
  }
  changed.set(countPath(path), String(Math.max(0, rowCount(form, path) - 1)));
  return changed;
}

function movedName(name: string, path: string, removed: number): string | null {
  const [first = '', ...rest] = name.startsWith(`${path}.`) ? name.slice(path.length + 1).split('.') : [];
  if (!/^\d+$/.test(first)) return name;
  const index = Number(first);
  if (index === removed) return null;
  return index < removed ? name : [under(path, index - 1), ...rest].join('.');
}
