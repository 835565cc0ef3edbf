import { allScopes } from '../../actions/definition/scopes.ts';
import type { DailyLimits } from '../../domain/approvals/daily-limits.ts';
import { newId } from '../../domain/values/ids.ts';
import { personActor } from '../../engine/members/audit-person.ts';
import { issueApiKey } from '../../engine/members/issue-api-key.ts';
import { type Command, UsageError } from '../command.ts';
import { accountOfEmail } from './account-of-email.ts';

const knownScopes = allScopes.map(({ scope }) => scope);

export const createKeyCommand: Command = {
  name: 'key create',
  summary: 'Create an API key and print it. It is shown this once.',
  options: {
    email: { value: '<address>', description: 'e-mail address of the user', isRequired: true },
    scopes: {
      value: 'all|<a,b>',
      description: 'all, or scopes such as contacts:read,campaigns:write',
      isRequired: true,
    },
    name: { value: '<name>', description: 'name of the key (default: operator)' },
    'expires-in-days': { value: '<days>', description: 'days until the key stops working (default: never)' },
    unattended: { description: 'sends and spends without a member who approves' },
    'credits-per-day': { value: '<n>', description: 'limit of an unattended key (default: none)' },
    'recipients-per-day': { value: '<n>', description: 'limit of an unattended key (default: none)' },
    'runs-at-once': { description: 'over MCP, small changes that can be taken back need no confirmation' },
    workspace: { value: '<wsp_…>', description: "workspace (default: the user's own)" },
  },
  async run(values, { now }) {
    const { email = '', scopes = '', name = 'operator' } = values;
    const { user, workspace } = await accountOfEmail(email, values.workspace);
    const wish = {
      name,
      scopes: readScopes(scopes),
      expiresInDays: readDays(values['expires-in-days']),
      unattended: readLimits(values),
      runsAtOnce: values['runs-at-once'] !== undefined,
    };
    const act = { actor: personActor(user), via: 'operator', requestId: newId('req') } as const;
    const issuer = { user, act, knownScopes };
    const { key, record } = await issueApiKey(workspace.id, wish, issuer, now());
    return {
      text: key,
      data: {
        key,
        id: record.id,
        workspaceId: workspace.id,
        name: record.name,
        scopes: record.scopes,
        expiresAt: record.expiresAt,
        dailyLimits: record.dailyLimits,
        runsAtOnce: record.runsAtOnce,
      },
    };
  },
};

function readScopes(text: string): string[] {
  if (text === 'all') return knownScopes;
  const wanted = text
    .split(',')
    .map((scope) => scope.trim())
    .filter((scope) => scope !== '');
  const unknown = wanted.find((scope) => !knownScopes.includes(scope));
  if (unknown) throw new UsageError(`--scopes: there is no scope "${unknown}". There are: ${knownScopes.join(', ')}.`);
  if (wanted.length === 0) throw new UsageError('--scopes: give "all" or at least one scope.');
  return wanted;
}

function readDays(text: string | undefined): number | null {
  if (text === undefined) return null;
  if (!/^\d{1,4}$/.test(text) || text === '0') throw new UsageError('--expires-in-days: give a whole number of days.');
  return Number(text);
}

/** Daily limits of the key. Undefined for a key that asks a person. */
function readLimits(values: Record<string, string>): DailyLimits | undefined {
  const limits = {
    credits: readLimit('credits-per-day', values['credits-per-day']),
    recipients: readLimit('recipients-per-day', values['recipients-per-day']),
  };
  if (values.unattended !== undefined) return limits;
  if (limits.credits !== null || limits.recipients !== null)
    throw new UsageError('--credits-per-day and --recipients-per-day need --unattended.');
  return undefined;
}

function readLimit(name: string, text: string | undefined): number | null {
  if (text === undefined) return null;
  if (!/^\d{1,7}$/.test(text)) throw new UsageError(`--${name}: give a whole number.`);
  return Number(text);
}
