import { type AnyAction, pathParametersOf } from '../actions/definition/define-action.ts';
import type { Reply, RequestOptions, TestCore } from './start-test-core.ts';

type Input = Record<string, unknown>;

/** Writes {customFields: {tier: 'gold'}} as the query parameter customFields[tier]=gold. */
function membersOf(name: string, value: unknown): [string, unknown][] {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return [[name, value]];
  return Object.entries(value).map(([member, inner]) => [`${name}[${member}]`, inner]);
}

function queryOf(rest: Input): string[] {
  return Object.entries(rest)
    .flatMap(([name, value]) => membersOf(name, value))
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${encodeURIComponent(Array.isArray(value) ? value.join(',') : String(value))}`);
}

/** Calls an action over HTTP. Places one input object into path, query, and body by the rules of the API. */
export function callAction(
  core: TestCore,
  action: AnyAction,
  input: Input,
  { isDryRun = false, ...options }: RequestOptions & { isDryRun?: boolean } = {},
): Promise<Reply> {
  const inPath = pathParametersOf(action);
  const path = action.path.replace(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(String(input[name])));
  const rest = Object.fromEntries(Object.entries(input).filter(([name]) => !inPath.includes(name)));
  const isUpload = action.uploads !== undefined && rest.content === undefined && rest.uploadId === undefined;
  const isInQuery = action.method === 'get' || action.method === 'delete' || isUpload;
  const query = [...(isInQuery ? queryOf(rest) : []), ...(isDryRun ? ['dryRun=true'] : [])].join('&');
  const upload = isUpload && { body: 'email\nada@upload.example\n', type: action.uploads!.types[0]! };
  return core.request(action.method.toUpperCase(), query === '' ? path : `${path}?${query}`, {
    ...options,
    ...(upload && { body: upload.body, headers: { ...options.headers, 'content-type': upload.type } }),
    ...(!isInQuery && { body: rest }),
  });
}
