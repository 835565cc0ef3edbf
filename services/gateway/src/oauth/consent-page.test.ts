import { expect, test } from 'vitest';
import { loadContract, type ScopeInfo, type ScopeKind } from '../core-client/contract.ts';
import { type ConsentView, consentPage } from './consent-page.ts';

function scope(name: string, kind: ScopeKind): ScopeInfo {
  return { scope: name, kind, title: `Title of ${name}`, description: `Description of ${name}.` };
}

const read = scope('contacts:read', 'read');
const prepare = scope('contacts:write', 'prepare');
const spend = scope('search:write', 'spend');
const send = scope('sending:write', 'send');
const navy = { id: 'wsp_1', name: 'Navy', role: 'owner' };
const harvard = { id: 'wsp_2', name: 'Harvard', role: 'member' };

function shown(over: Partial<ConsentView> & { workspaces?: (typeof navy)[] } = {}): string {
  const { workspaces = [navy], ...rest } = over;
  return consentPage({
    action: '/oauth/interaction/1',
    csrf: 'a-token',
    clientName: 'Robot',
    redirectHost: 'robot.example',
    isVerified: true,
    isLocal: false,
    imitated: undefined,
    signedIn: { user: { id: 'usr_1', name: 'Grace', email: 'grace@example.com' }, workspaces },
    scopes: [read],
    smallChanges: ['lists', 'tags'],
    ...rest,
  });
}

/** Inputs of the form: the values that a browser sends, and those selected initially. */
function inputsOf(markup: string, name: string) {
  return [...markup.matchAll(/<input ([^>]*)>/g)]
    .map(([, attributes = '']) => attributes)
    .filter((attributes) => attributes.includes(`name="${name}"`))
    .map((attributes) => ({
      value: /value="([^"]*)"/.exec(attributes)?.[1],
      isChecked: /\bchecked\b/.test(attributes),
      type: /type="([^"]*)"/.exec(attributes)?.[1],
    }));
}

test('shows where the client returns to, and identifies a local one as a program on this computer', () => {
  expect(shown()).toContain('Returns to <code>robot.example</code>. ');
  expect(shown({ redirectHost: '127.0.0.1:1', isLocal: true })).toContain('127.0.0.1:1</code>, a program on this');
});

test('warns about a client that registered itself, but not about a verified one', () => {
  expect(shown()).not.toContain('Unverified');
  expect(shown({ isVerified: false })).toContain('Unverified');
});

test('warns about an imitated name, in words that fit the redirect', () => {
  expect(shown()).not.toContain('role="alert"');
  const site = shown({ imitated: 'Claude' });
  expect(site).toContain('This may not be Claude.');
  expect(site).toContain('robot.example does not belong to Claude: if you expected Claude, choose Cancel.');
  const local = shown({ imitated: 'Claude', isLocal: true });
  expect(local).toContain('Any program on this computer can call itself Claude.');
  expect(local).not.toContain('choose Cancel');
});

test('shows why an attempted connection failed', () => {
  expect(shown()).not.toContain('Not connected.');
  expect(shown({ problem: 'Navy admits certain clients only.' })).toContain(
    '<strong>Not connected.</strong> Navy admits certain clients only.',
  );
});

test('names a single workspace, and offers several with the first selected', () => {
  const one = shown();
  expect(one).toContain('<p>Navy</p>');
  expect(inputsOf(one, 'workspace')).toEqual([{ value: 'wsp_1', isChecked: false, type: 'hidden' }]);
  const two = shown({ workspaces: [navy, harvard] });
  expect(inputsOf(two, 'workspace')).toEqual([
    { value: 'wsp_1', isChecked: true, type: 'radio' },
    { value: 'wsp_2', isChecked: false, type: 'radio' },
  ]);
  expect(two).toContain('Harvard<small>member</small>');
  expect(inputsOf(shown({ workspaces: [] }), 'workspace')).toEqual([]);
});

test('groups the permissions by kind, all selected, and shows no empty group', () => {
  const markup = shown({ scopes: [read, scope('replies:read', 'read'), send] });
  const ticked = (value: string) => ({ value, isChecked: true, type: 'checkbox' });
  expect(inputsOf(markup, 'group')).toEqual([ticked('read'), ticked('send')]);
  expect(inputsOf(markup, 'scope')).toEqual(['contacts:read', 'replies:read', 'sending:write'].map(ticked));
  expect(markup).toContain('2 permissions of Read');
  expect(markup).toContain('1 permission of Send messages');
});

test.each([
  ['reads only', [read], [], []],
  ['spends', [read, spend], ['25'], []],
  ['sends', [send], [], ['0']],
  ['does both', [spend, send], ['25'], ['0']],
])('a client that %s gets only the matching daily limits', (_what, scopes, credits, recipients) => {
  const markup = shown({ scopes });
  expect(inputsOf(markup, 'creditsPerDay').map(({ value }) => value)).toEqual(credits);
  expect(inputsOf(markup, 'recipientsPerDay').map(({ value }) => value)).toEqual(recipients);
  expect(markup.includes('Without your approval')).toBe(credits.length + recipients.length > 0);
});

test('immediate small changes are offered only with write access, and are never preselected', () => {
  expect(inputsOf(shown({ scopes: [read, spend, send] }), 'runsAtOnce')).toEqual([]);
  expect(inputsOf(shown({ scopes: [read, prepare] }), 'runsAtOnce')).toEqual([
    { value: 'on', isChecked: false, type: 'checkbox' },
  ]);
});

test('names every small change of the contract, and no other', () => {
  const { actions, smallChanges } = loadContract();
  const markup = shown({ scopes: [prepare], smallChanges });
  const sentence = /<small>([^<]*Each can be undone[^<]*)<\/small>/.exec(markup)?.[1] ?? '';
  const named = sentence
    .split('. ')[0]!
    .toLowerCase()
    .split(/, and |, /);
  expect(named).toEqual([...smallChanges]);
  expect(named).toEqual([
    'lists',
    'tags',
    'stages',
    'tasks',
    'unsent drafts',
    'campaigns that were never launched',
    'target profiles',
    'scores',
    'reply labels',
  ]);
  const small = actions.filter(({ undo }) => undo !== undefined);
  expect(small.filter(({ effect }) => effect !== 'write')).toEqual([]);
  // Limits, webhooks, footers, signatures, roles, and invitations are never small.
  const never = ['settings', 'mailboxes', 'webhooks', 'members', 'suppression', 'sending', 'approvals'];
  expect(small.filter(({ area }) => never.includes(area))).toEqual([]);
});

test('requires the password for limits above the defaults', () => {
  expect(inputsOf(shown({ scopes: [spend] }), 'password')).toMatchObject([{ type: 'password' }]);
  expect(inputsOf(shown({ scopes: [read] }), 'password')).toEqual([]);
});

test('escapes the name that a client gives itself', () => {
  expect(shown({ clientName: '<script>alert(1)</script>' })).not.toContain('<script>');
});
