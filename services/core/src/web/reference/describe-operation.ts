import {
  type AnyAction,
  apiPrefix,
  isRead,
  pathParametersOf,
  scopesOf,
} from '../../actions/definition/define-action.ts';
import { shellWord } from '../../domain/text/shell-word.ts';
import { exampleOf } from '../../openapi/examples.ts';
import { insideOf, schemaRows } from './schema-rows.ts';

/** Reference entry of one operation. */
export function describeOperation(action: AnyAction, baseUrl: string) {
  const { name, title, method, path, description, effect, price, errors, input, output } = action;
  const inPath = pathParametersOf(action);
  const elsewhere = method === 'get' || method === 'delete' ? 'query' : 'body';
  const example = exampleOf(action);
  return {
    name,
    title,
    path,
    description,
    effect,
    price,
    errors,
    method: method.toUpperCase(),
    isRead: isRead(action),
    scopes: scopesOf(action),
    fields: schemaRows(input).map((row) => ({ ...row, place: inPath.includes(row.name) ? 'path' : elsewhere })),
    answer: insideOf(output, ''),
    curl: curlOf(action, example?.input ?? {}, baseUrl),
    answerExample: example?.answer === undefined ? undefined : JSON.stringify(example.answer, null, 2),
  };
}

function curlOf({ method, path, uploads }: AnyAction, input: Record<string, unknown>, baseUrl: string): string {
  const isQuery = method === 'get' || method === 'delete';
  const rest = Object.fromEntries(Object.entries(input).filter(([name]) => !path.includes(`{${name}}`)));
  const filled = path.replace(/\{(\w+)\}/g, (all, name: string) => String(input[name] ?? all));
  const query = new URLSearchParams(Object.entries(rest).map(([name, value]): [string, string] => [name, `${value}`]));
  const url = `${baseUrl}${apiPrefix}${filled}${isQuery && query.size > 0 ? `?${query}` : ''}`;
  const lines = [`curl${method === 'get' ? '' : ` -X ${method.toUpperCase()}`} '${url}'`];
  lines.push(`  -H 'Authorization: Bearer obk_live_…'`);
  if (!isQuery && uploads === undefined) {
    lines.push(`  -H 'Content-Type: application/json'`, `  -d ${shellWord(JSON.stringify(rest))}`);
  }
  return lines.join(' \\\n');
}
