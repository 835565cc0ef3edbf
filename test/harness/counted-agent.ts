import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { expect } from 'vitest';
import { countTokens } from '../../services/gateway/src/tools/text/result-size.ts';
import type { WebSession } from './web-session.ts';

interface Result {
  content: { type: string; text?: string }[];
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever came back.
  structuredContent: any;
  isError?: boolean;
}

/** An agent that counts its calls and tokens. Its person agrees to everything. */
export class CountedAgent {
  calls = 0;
  /** Approvals by a person, in the client and in the application. */
  approvals = 0;
  /** Those in the client. */
  confirmations = 0;
  tokens = 0;
  /** Tokens of each call. */
  readonly spent: string[] = [];
  readonly #client: Client;
  readonly #person: WebSession;

  /** `person` is signed in, and approves in the application. */
  constructor(client: Client, person: WebSession) {
    this.#client = client;
    this.#person = person;
  }

  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever came back.
  async call(name: string, input: Record<string, unknown> = {}): Promise<any> {
    const result = (await this.#client.callTool({ name, arguments: input })) as Result;
    const text = result.content.map((part) => part.text ?? '').join('\n');
    this.calls += 1;
    const tokens = countTokens(text) + countTokens(JSON.stringify(input));
    this.tokens += tokens;
    this.spent.push(`${String(input.action ?? name)} ${tokens}`);
    expect(result.isError, `${name}: ${text}`).toBeFalsy();
    return result.structuredContent;
  }

  /** An action without a tool of its own in the list. */
  run(action: string, input: Record<string, unknown>) {
    return this.call(toolFor(action), { action, input });
  }

  /** Confirms until the action is done: in the client or, if a member has to decide, in the application alone. */
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever came back.
  async done(prepared: any): Promise<any> {
    if (prepared.status === 'done') return prepared.data;
    const { confirmWith, confirmationId, what } = prepared;
    if (prepared.status !== 'waiting_for_approval') {
      this.approvals += 1;
      this.confirmations += 1;
      const confirmed = await this.call(confirmWith, { confirmationId, what });
      if (confirmed.status === 'done') return confirmed.data;
      expect(confirmed.status).toBe('waiting_for_approval');
      await this.#approve(String(confirmed.approvalUrl));
    } else await this.#approve(String(prepared.approvalUrl));
    const settled = await this.call('get_action', { confirmationId });
    expect(settled.status).toBe('done');
    return settled.data;
  }

  /** Several previews of the same kind, shown and confirmed together. Those that ran immediately are done. */
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever came back.
  async doneTogether(prepared: any[]): Promise<any[]> {
    // biome-ignore lint/suspicious/noExplicitAny: as above.
    const namedIn = ({ confirmationId, what }: any) => ({ confirmationId, what });
    const [first, ...others] = prepared.filter(({ status }) => status !== 'done');
    if (first !== undefined) {
      this.approvals += 1;
      this.confirmations += 1;
      await this.call(first.confirmWith, { ...namedIn(first), also: others.map(namedIn) });
    }
    const results = [];
    for (const { status, data, confirmationId } of prepared)
      results.push(status === 'done' ? data : (await this.call('get_action', { confirmationId })).data);
    return results;
  }

  async #approve(where: string): Promise<void> {
    const [id] = /apr_\w+/.exec(where)!;
    this.approvals += 1;
    const page = `/app/approvals/${id}`;
    const digest = /name="digest" value="([^"]*)"/.exec(await this.#person.get(page))?.[1] ?? '';
    await this.#person.submit(page, page, { decision: 'approve', digest });
  }
}

/** Tool that reaches an action which is not listed. */
export function toolFor(action: string): 'read_action' | 'prepare_action' {
  return /^(get|list|find|query|check|preview|export|download)_|^create_(upload|snapshot)$/.test(action)
    ? 'read_action'
    : 'prepare_action';
}
