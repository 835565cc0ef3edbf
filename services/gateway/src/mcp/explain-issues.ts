import { ErrorCode, type JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { toJson, withoutHalves } from '@outbound/node-service/text/to-json';

const errorLengthMax = 10_000;

interface Issue {
  path?: unknown;
  expected?: unknown;
  message?: unknown;
}

/**
 * The SDK sends the issues of its validation library as an internal error. This gives clients one sentence about the
 * first issue.
 */
export function explainIssues(response: JSONRPCMessage): JSONRPCMessage {
  if (!('error' in response)) return response;
  const issue = firstIssueIn(response.error.message);
  if (issue === undefined) return response;
  return { ...response, error: { code: ErrorCode.InvalidParams, message: sentenceOf(issue) } };
}

/** Does the same for a response that the SDK has written. Errors are short. */
export async function explainResponse(response: Response): Promise<Response> {
  const headers = new Headers(response.headers);
  if (!headers.get('content-type')?.startsWith('application/json')) return response;
  const text = await response.text();
  const isError = text.length <= errorLengthMax && text.includes('"error"');
  headers.delete('content-length');
  const written = isError ? toJson(explainIssues(JSON.parse(text))) : withoutHalves(text);
  return new Response(written, { status: response.status, headers });
}

function firstIssueIn(text: string): Issue | undefined {
  const start = text.indexOf('[');
  if (start < 0 || !text.includes('"path"')) return undefined;
  try {
    const [issue] = JSON.parse(text.slice(start)) as Issue[];
    return Array.isArray(issue?.path) ? issue : undefined;
  } catch {
    return undefined;
  }
}

function sentenceOf({ path, expected, message }: Issue): string {
  const name = (path as unknown[]).join('.') || 'The request';
  if (typeof expected !== 'string') return `${name} is not valid.`;
  const type = expected === 'record' ? 'object' : expected;
  const isMissing = typeof message === 'string' && /received undefined$/.test(message);
  return isMissing ? `${name} is missing; it must be of type ${type}.` : `${name} must be of type ${type}.`;
}
