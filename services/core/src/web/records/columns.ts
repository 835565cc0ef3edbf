import { kindOf, propertiesOf, type Schema, withoutNull } from '../forms/schema-kind.ts';
import { readNamed } from '../shown/record-types.ts';
import type { RecordPage } from './record-page-kind.ts';
import { headIn } from './table-head.ts';

const parameter = 'columns';

/** The known columns among those in the URL. Without any, the default columns. */
export function chosenColumns(page: RecordPage, query: URLSearchParams): readonly string[] {
  const possible = possibleColumns(page);
  const chosen = query.getAll(parameter).filter((column) => possible.includes(column));
  return chosen.length > 0 ? chosen : page.columns;
}

export function columnChoices(page: RecordPage, chosen: readonly string[]) {
  return possibleColumns(page).map((name) => ({ name, text: headIn(page, name), isChosen: chosen.includes(name) }));
}

/** The default columns, then the other short members of a record. */
function possibleColumns({ list, columns }: RecordPage): string[] {
  const item: Schema = withoutNull(readNamed(list).output).items ?? {};
  const short = propertiesOf(item)
    .filter(([, schema]) => !['group', 'rows', 'map', 'literal'].includes(kindOf(schema)))
    .map(([name]) => name);
  return [...new Set([...columns, ...short])];
}
