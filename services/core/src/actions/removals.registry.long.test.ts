import { afterAll, beforeAll, expect, test } from 'vitest';
import { callAction } from '../testing/call-action.ts';
import { seedWorld, type World } from '../testing/seed-world.ts';
import { startTestCore, type TestCore } from '../testing/start-test-core.ts';
import { type AnyAction, isRead, pathParametersOf } from './definition/define-action.ts';
import { actions } from './index.ts';

let core: TestCore;
let world: World;
beforeAll(async () => {
  core = await startTestCore();
  world = await seedWorld(core);
});
afterAll(() => core.stop());

interface Schema {
  type?: string;
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
}
type Values = Record<string, unknown>;

const updates = actions.filter((action) => !isRead(action) && ['patch', 'put'].includes(action.method));
function takesNull(schema: Schema): boolean {
  return schema.type === 'null' || (schema.anyOf ?? []).some(takesNull);
}
function membersOf(action: AnyAction, isWanted: (schema: Schema) => boolean) {
  return Object.entries((action.input as Schema).properties ?? {})
    .filter(([name, schema]) => !pathParametersOf(action).includes(name) && isWanted(schema))
    .map(([name]) => name);
}

/** Values for each member that null clears, and their stored form. */
const values: Record<string, Values> = {
  update_provider: { monthlyBudget: 1_000, position: 2 },
  update_contact: {
    email: 'grace@removal.example',
    firstName: 'Grace',
    lastName: 'Hopper',
    title: 'Rear Admiral',
    seniority: 'c_suite',
    department: 'Navy',
    linkedinUrl: 'https://www.linkedin.com/in/grace',
    language: 'en',
    phones: ['+1 555 0100'],
    companyName: 'Univac',
    companyDomain: 'removal.example',
    externalId: 'ext-7',
    location: { city: 'Arlington', region: 'VA' },
    timeZone: 'America/New_York',
    declaredBasis: 'consent',
    basisNote: 'Asked at a fair',
    customFields: { tier: 'gold' },
  },
  update_company: {
    name: 'Univac',
    domain: 'alone.example',
    websiteUrl: 'https://alone.example',
    linkedinUrl: 'https://www.linkedin.com/company/alone',
    industry: 'Computers',
    employeeCount: 300,
    employeeRange: '201-500',
    revenueRange: '1m-10m',
    foundedYear: 1950,
    type: 'private',
    description: 'Makes computers.',
    location: { city: 'Arlington', country: 'US' },
    technologies: ['COBOL'],
    customFields: { tier: 'gold' },
    phone: '+1 555 0100',
    externalId: 'ext-8',
  },
  update_list: { description: 'People to ask' },
  update_tag: { colour: '#112233' },
  update_custom_field: { description: 'How much they may spend' },
  update_view: { where: { field: 'stage', op: 'eq', value: 'new' }, sort: '-createdAt' },
  update_template: { subject: 'A question' },
  update_snippet: { subject: 'A question' },
  update_reply: { snoozedUntil: new Date(Date.now() + 30 * 86_400_000).toISOString() },
  update_settings: { retentionDays: 400 },
  update_campaign: {
    goal: 'Ten meetings',
    dailyCap: 20,
    newPerDayCap: 10,
    perCompanyDailyCap: 2,
    startAt: '2031-01-01T08:00:00.000Z',
    endAt: '2031-03-01T08:00:00.000Z',
    window: { days: ['mon', 'tue'], from: '09:00', to: '17:00', timeZone: 'Europe/Berlin' },
  },
};
const nullable = updates.flatMap((action) => membersOf(action, takesNull).map((name) => [action.name, name] as const));

/** Creates a company for each update, because a company with contacts keeps its domain. */
async function inputOf(action: AnyAction): Promise<Values> {
  if (action.name !== 'update_company') return world.ids;
  const body = { name: 'Alone', domain: `alone-${crypto.randomUUID()}.example` };
  const { body: created } = await core.request('POST', '/companies', { key: world.key, body });
  return { companyId: created.data.id };
}

test.each(nullable)('%s removes %s with null, and the plan shows the old value', async (name, member) => {
  const action = updates.find((each) => each.name === name)!;
  const value = member === 'ownerId' ? world.ids.userId : values[name]?.[member];
  expect(value, `give a value of ${member} of ${name} in this test`).toBeDefined();
  const ids = await inputOf(action);
  const own = Object.fromEntries(pathParametersOf(action).map((parameter) => [parameter, ids[parameter]]));
  const call = (wanted: unknown, isDryRun = false) =>
    callAction(core, action, { ...own, [member]: wanted }, { key: world.key, isDryRun });
  // A contact without an email address needs its other identifying fields.
  if (name === 'update_contact') await callAction(core, action, { ...own, ...values[name] }, { key: world.key });
  const filled = await call(value);
  expect(filled.status, JSON.stringify(filled.body)).toBe(200);

  const { body: plan } = await call(null, true);
  const [effect] = plan.data.effects;
  expect(effect.changes).toHaveProperty(member);
  expect(effect.changes[member] ?? null).toEqual(member === 'phones' ? [] : member === 'customFields' ? {} : null);
  expect(Object.keys(effect.removed).join()).toMatch(new RegExp(`^${member}`));
  expect(JSON.stringify(effect.removed)).toContain(JSON.stringify(value));
  expect(plan.summary).toMatch(/removes /);

  const done = await call(null);
  expect(done.status, JSON.stringify(done.body)).toBe(200);
  const shown = done.body.data[member] ?? done.body.data.dailyLimits?.[member] ?? null;
  expect([null, [], {}]).toContainEqual(shown);
  expect((await call(null, true)).body.data.effects).toEqual([]);
  expect((await call(null)).body.summary).toBe('Nothing to change.');
});

test.each(updates.map(({ name }) => name))('%s rejects null for a field that cannot be removed', async (name) => {
  const action = updates.find((each) => each.name === name)!;
  for (const member of membersOf(action, (schema) => !takesNull(schema))) {
    const { status, body } = await callAction(core, action, { ...world.ids, [member]: null }, { key: world.key });
    expect([member, status, body.error?.code]).toEqual([member, 422, 'validation_failed']);
  }
});
