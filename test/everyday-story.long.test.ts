import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { countTokens } from '../services/gateway/src/tools/text/result-size.ts';
import { connectWithKey } from './harness/mcp-client.ts';
import { createAccount, type Product, startProduct } from './harness/product.ts';
import { until } from './harness/running-process.ts';
import { WebSession } from './harness/web-session.ts';

// Measures the cost of an everyday story: calls, approvals (in the client and in the application), and tokens.
let product: Product;
let person: WebSession;
let account: Awaited<ReturnType<typeof createAccount>>;

beforeAll(async () => {
  product = await startProduct();
  account = await createAccount(product);
  person = new WebSession(product.url);
  await person.submit('/app/sign-in', '/app/sign-in', { email: account.email, password: account.password });
}, 120_000);
afterAll(() => product?.stop());

const always = { days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'], from: '00:00', to: '24:00', timeZone: 'UTC' };
const steps = [
  { subject: '{{ firstName }}, a question', body: 'Hello {{ firstName }},\n\nwho buys at {{ companyName }}?' },
  { waitDays: 3, body: 'Hello {{ firstName }}, did my question reach you?' },
];
const criteria = [{ field: 'seniority', operator: 'in', value: ['head'], weight: 10 }];

interface Result {
  content: { type: string; text?: string }[];
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever came back.
  structuredContent: any;
  isError?: boolean;
}

/** An agent that counts its calls and tokens. Its person agrees to everything. */
class CountedAgent {
  calls = 0;
  /** Approvals by a person, in the client and in the application. */
  approvals = 0;
  /** Those in the client. */
  confirmations = 0;
  tokens = 0;
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever came back.
  async call(name: string, input: Record<string, unknown> = {}): Promise<any> {
    const result = (await this.#client.callTool({ name, arguments: input })) as Result;
    const text = result.content.map((part) => part.text ?? '').join('\n');
    this.calls += 1;
    this.tokens += countTokens(text) + countTokens(JSON.stringify(input));
    expect(result.isError, `${name}: ${text}`).toBeFalsy();
    return result.structuredContent;
  }

  /** An action without a tool of its own in the list. */
  run(action: string, input: Record<string, unknown>) {
    return this.call('run_action', { action, input });
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
    const digest = /name="digest" value="([^"]*)"/.exec(await person.get(page))?.[1] ?? '';
    await person.submit(page, page, { decision: 'approve', digest });
  }
}

async function keyOf(...options: string[]): Promise<string> {
  return product.operate('key', 'create', '--email', account.email, '--scopes', 'all', ...options);
}

async function playStory(agent: CountedAgent, name: string): Promise<void> {
  const description = 'heads of sales at software companies in Germany';
  const found = await agent.call('search_people', {
    description,
    emailStatuses: ['valid'],
    excludeOwned: true,
    limit: 10,
  });
  await agent.call('find_actions', { query: 'define the ideal customer' });
  await agent.call('describe_action', { action: 'create_target_profile' });
  const ids = found.data.people.map(({ id }: { id: string }) => id);
  expect(ids).toHaveLength(10);
  const [list, profile, campaign] = await agent.doneTogether([
    await agent.call('create_list', { name: `Prospects ${name}` }),
    await agent.run('create_target_profile', { name: `Heads ${name}`, kind: 'person', criteria }),
    await agent.call('create_campaign', { name: `Story ${name}`, window: always, steps }),
  ]);
  await agent.done(await agent.call('reveal_people', { ids, listId: list.id }));
  const address = { postalAddress: 'Outbound GmbH, Musterweg 1, 10115 Berlin', senderName: 'Olga' };
  await agent.doneTogether([
    await agent.run('publish_target_profile', { profileId: profile.id }),
    await agent.call('update_settings', address),
    await agent.call('enroll_contacts', { campaignId: campaign.id, listId: list.id }),
  ]);
  await agent.call('preview_campaign', { campaignId: campaign.id });
  const before = await capturedIds();
  await agent.done(await agent.call('launch_campaign', { campaignId: campaign.id }));

  await answerAsRecipient(before);
  const replies = await agent.call('list_replies', { campaignId: campaign.id });
  const replyId = replies.data[0].id;
  await agent.call('get_reply', { replyId });
  await agent.doneTogether([
    await agent.call('score_contacts', { profileId: profile.id, listId: list.id }),
    await agent.call('draft_answer', { replyId, bodyText: 'Gladly. Is Thursday at ten good?' }),
  ]);
  await agent.done(await agent.call('approve_answer', { replyId }));
  const report = await agent.call('get_campaign_report', { campaignId: campaign.id });
  expect(report.data.funnel).toMatchObject({ enrolled: 10, replied: 1 });
}

async function capturedIds(): Promise<string[]> {
  return (await person.get('/app/sandbox')).match(/cap_\w{26}/g) ?? [];
}

async function answerAsRecipient(before: string[]): Promise<void> {
  const [captured] = await until('the captured message', async () => {
    const ids = (await capturedIds()).filter((id) => !before.includes(id));
    return ids.length > 0 && ids;
  });
  const answer = { subject: 'Re: a question', text: 'Sounds good. Could you send me more?' };
  await person.submit(`/app/sandbox/${captured}`, `/app/sandbox/${captured}/answer`, answer);
}

test.each([
  [
    'small changes at once',
    ['--runs-at-once', '--unattended', '--credits-per-day', '25', '--recipients-per-day', '50'],
    { calls: 30, approvals: 4, tokens: 30_000 },
  ],
  ['the default limits', [], { calls: 40, approvals: 6 }],
])(
  'the story with %s stays within its limits',
  async (name, options, most) => {
    const client = await connectWithKey(product.url, await keyOf(...options));
    const agent = new CountedAgent(client);
    await playStory(agent, name);
    await client.close();
    const { calls, approvals, confirmations, tokens } = agent;
    const cost = { calls, approvals, confirmations, tokens };
    process.stdout.write(`${name}: ${JSON.stringify(cost)}\n`);
    for (const [what, bound] of Object.entries(most))
      expect(cost[what as keyof typeof cost], what).toBeLessThanOrEqual(bound);
  },
  120_000,
);
