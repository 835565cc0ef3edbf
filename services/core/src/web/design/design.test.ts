import { globSync, readFileSync } from 'node:fs';
import { tokens } from '@outbound/design/tokens';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { approvalStates } from '../../domain/approvals/approval-state.ts';
import { campaignStates } from '../../domain/campaigns/campaign-state.ts';
import { enrollmentStates } from '../../domain/campaigns/enrollment-state.ts';
import { emailStatuses } from '../../domain/contacts/contact-values.ts';
import { webhookStates } from '../../domain/events/webhooks/webhook-fields.ts';
import { jobStates } from '../../domain/jobs/job.ts';
import { messageStates } from '../../domain/messages/message-state.ts';
import { replyClasses } from '../../domain/replies/reply-classes.ts';
import { taskStates } from '../../domain/tasks/task-state.ts';
import { deliveryStates } from '../../store/events/webhooks/delivery-store.ts';
import { mailboxStates } from '../../store/mailboxes/mailbox-store.ts';
import { replyStates } from '../../store/replies/reply-store.ts';
import { signedIn } from '../../testing/pages/signed-in.ts';
import { startTestCore, type TestCore } from '../../testing/start-test-core.ts';
import { assets } from '../frame/assets.ts';
import { replyClassLooks, stateLook, stateLooks } from '../shown/states.ts';
import { colorTokens, contrast, contrastRules, worstContrast } from './tokens.ts';

const web = new URL('..', import.meta.url).pathname;
const styles = [...globSync('assets/css/**/*.css', { cwd: web }), '../../../../shared/design/badge.css'];
const templates = globSync('pages/**/*.liquid', { cwd: web });
const scripts = globSync('assets/js/*.js', { cwd: web });

function read(path: string): string {
  return readFileSync(`${web}${path}`, 'utf8');
}

describe('tokens', () => {
  test('black on white has the highest contrast, and a color on itself the lowest', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21);
    expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2);
    expect(contrast('#123456', '#123456')).toBe(1);
  });

  test('the file defines every color of the table in both schemes', () => {
    const names = colorTokens().map(({ name }) => name);
    expect(names).toHaveLength(new Set(names).size);
    expect(names.length).toBeGreaterThanOrEqual(38);
  });

  test.each(contrastRules.map((rule) => [rule.name, rule.on.join(', '), rule] as const))(
    '%s is readable on %s',
    (_name, _on, rule) => {
      const { light, dark } = worstContrast(rule);
      expect(light).toBeGreaterThanOrEqual(rule.min);
      expect(dark).toBeGreaterThanOrEqual(rule.min);
    },
  );
});

describe('stylesheets', () => {
  test.each(styles)('%s has no color, size, or shadow of its own', (path) => {
    const values = read(path)
      .replace(/\/\*[\s\S]*?\*\//g, '')
      .split('\n')
      // A media query cannot read a token.
      .filter((line) => !line.trim().startsWith('@'))
      .join('\n');
    expect(values).not.toMatch(/#[0-9a-f]{3,8}\b(?![^{;]*\{)|\b(?:rgb|hsl|oklch)a?\(/i);
    expect(values.match(/(?<![\w.-])\d*\.?\d+(?:px|r?em|pt)\b/g)).toBeNull();
  });

  const sheets: [string, string][] = [
    ['tokens.css', tokens],
    ...styles.map((path): [string, string] => [path, read(path)]),
  ];

  test.each(sheets)('%s is layered, without IDs and exceptions', (_path, text) => {
    expect(text).toMatch(/@layer (?:reset|tokens|base|shell|parts|pages|utilities)\b/);
    expect(text).not.toContain('!important');
    expect(text).not.toMatch(/^\s*#[a-z][\w-]* *[{,]/m);
  });
});

describe('templates and scripts', () => {
  const htmx = new Set(
    'hx-get hx-post hx-target hx-swap hx-trigger hx-push-url hx-sync hx-swap-oob hx-indicator'.split(' '),
  );

  test.each([...templates, ...scripts])('%s uses only htmx features that the policy allows', (path) => {
    const text = read(path);
    const used = [...text.matchAll(/\b(hx-[\w:-]+)(?==)/g)].map(([, name]) => name!);
    expect(used.filter((name) => !htmx.has(name))).toEqual([]);
    expect(text).not.toMatch(/hx-trigger="[^"]*\[|\bjs:|\sstyle=/);
  });

  const placesWithIcons = ['frame/navigation.ts', 'frame/places.ts', 'shown/states.ts', 'home/waiting-for-person.ts'];

  test('every icon that a page names is in the file of icons', () => {
    const icons: string[] = JSON.parse(read('assets/icons.json'));
    const named = [...templates, ...placesWithIcons].flatMap((path) =>
      [...read(path).matchAll(/\{% icon '([\w-]+)' %\}|icon: '([\w-]+)'/g)].map(([, one, other]) => one ?? other!),
    );
    expect(named.filter((name) => !icons.includes(name))).toEqual([]);
    expect(icons.filter((name) => !read('assets/icons.svg').includes(`id="${name}"`))).toEqual([]);
  });
});

test('the files of every page stay within 80 kB compressed', () => {
  const sizes = ['geist-latin.woff2', 'htmx.js', 'app.js', 'app.css', 'icons.svg'].map((name) => {
    const { coded, content } = assets.get(name)!;
    return (coded.get('gzip') ?? content).byteLength;
  });
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(80_000);
});

describe('states', () => {
  test.each([
    ['campaign', campaignStates],
    ['enrollment', enrollmentStates],
    ['message', messageStates],
    ['approval', approvalStates],
    ['task', taskStates],
    ['job', jobStates],
    ['mailbox', mailboxStates],
    ['reply', replyStates],
    ['webhook', webhookStates],
    ['delivery', deliveryStates],
    ['emailStatus', emailStatuses],
  ] as const)('every state of a %s has its look', (kind, states) => {
    expect(states.filter((state) => !Object.hasOwn(stateLooks[kind]!, state))).toEqual([]);
  });

  test('every class of a reply has its look, with an icon', () => {
    expect(replyClasses.filter((name) => replyClassLooks[name]?.icon === undefined)).toEqual([]);
  });

  test('shows a state that the table lacks in gray, with its own name', () => {
    expect(stateLook('half_way')).toEqual({ hue: 'gray', word: 'Half way' });
    expect(stateLook('constructor')).toEqual({ hue: 'gray', word: 'Constructor' });
  });
});

describe('the design page', () => {
  let core: TestCore;
  beforeAll(async () => {
    core = await startTestCore();
  });
  afterAll(() => core.stop());

  test('does not exist in production', async () => {
    expect((await (await signedIn(core, core.workspaceId)).get('/app/design')).status).toBe(404);
  });
});

describe('the design page in development', () => {
  let core: TestCore;
  beforeAll(async () => {
    core = await startTestCore({ environment: { NODE_ENV: 'development' } });
  });
  afterAll(() => core.stop());

  test('shows every state of the table and every part of the stylesheets', async () => {
    const { status, html } = await (await signedIn(core, core.workspaceId)).get('/app/design');
    expect(status).toBe(200);
    const looks = [...Object.values(stateLooks), replyClassLooks].flatMap((one) => Object.values(one));
    expect(looks.filter(({ word }) => !html.includes(word))).toEqual([]);
    const parts = { button: 'btn', facts: 'facts', picker: 'find', diff: 'diff', state: 'state', composer: 'composer' };
    const names = styles
      .filter((path) => path.includes('/5-parts/'))
      .map((path) => path.split('/').at(-1)!.replace('.css', ''));
    const shown = (name: string) =>
      new RegExp(`class="[^"]*\\b${(parts as Record<string, string>)[name] ?? name}\\b`).test(html);
    expect(names.filter((name) => !shown(name))).toEqual([]);
  });
});
