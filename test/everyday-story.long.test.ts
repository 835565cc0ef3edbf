import { afterAll, beforeAll, expect, test } from 'vitest';
import { CountedAgent } from './harness/counted-agent.ts';
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
    const agent = new CountedAgent(client, person);
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
