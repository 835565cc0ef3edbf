import { Type } from 'typebox';
import { Voice } from '../../domain/messages/drafts/voice.ts';
import { counted } from '../../domain/text/counted.ts';
import { Waterfall } from '../../domain/workspaces/providers/waterfall.ts';
import { replanAfter } from '../../engine/campaigns/replan/replan-campaign.ts';
import type { ActionContext } from '../../engine/context/action-context.ts';
import { checkVersion } from '../../engine/context/check-version.ts';
import { changesInWords, plannedUpdate } from '../../engine/context/planned-update.ts';
import { planRetention } from '../../engine/workspaces/retention.ts';
import { AppError, notFound } from '../../errors/errors.ts';
import { Described, Input, Nullable, Text } from '../../schema/schema.ts';
import { countInactiveContacts } from '../../store/contacts/inactive-contacts-store.ts';
import {
  findWorkspace,
  updateWorkspaceSettings,
  type WorkspaceRecord,
  type WorkspaceSettings,
} from '../../store/workspaces/workspace-store.ts';
import { defineWrite } from '../definition/define-action.ts';
import { settingsChanges } from './settings-changes.ts';
import { ClaimPolicyInput, RetentionInput, WindowInput } from './settings-input.ts';
import { FooterTexts, SettingsView, toSettingsView } from './settings-view.ts';

export const updateSettings = defineWrite({
  name: 'update_settings',
  title: 'Update the settings',
  summary: 'Change settings of the workspace.',
  description:
    'Changes the given settings and keeps the others. Set postalAddress and senderName before the first ' +
    'launch: the law requires a postal address in every message. Autopilot cannot be changed here; a person ' +
    'does that in the application.',
  method: 'patch',
  path: '/settings',
  scope: 'settings:write',
  effect: 'write',
  mayNeedPerson: true,
  input: Input({
    postalAddress: Type.Optional(Text(300, 'Postal address of the sender, shown in the footer of every message.')),
    senderName: Type.Optional(Text(100, 'Sender name of messages.')),
    timeZone: Type.Optional(Text(60, 'IANA time zone, such as Europe/Berlin.')),
    window: Type.Optional(WindowInput),
    footer: Type.Optional(
      Described(
        FooterTexts,
        'Your own text before the unsubscribe link, by language. The link is added. Replaces all languages.',
      ),
    ),
    perCompanyDailyCap: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 1000, description: 'Maximum messages per day to one company.' }),
    ),
    recentContactDays: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 365,
        description: 'Days for which a contacted person is not enrolled again.',
      }),
    ),
    art14Notice: Type.Optional(
      Type.String({
        maxLength: 1000,
        description:
          "Notice about the origin of the data and the person's rights (GDPR Art. 14), in your own words. It is " +
          'shown below the first message to each person who has not been given it yet, and sets noticeSentAt. ' +
          'Empty: none.',
      }),
    ),
    inventedPeople: Type.Optional(
      Type.Boolean({ description: 'False: search never shows the built-in invented people.' }),
    ),
    voice: Type.Optional(
      Described(
        Type.Partial(Voice),
        'Way of writing, for texts of models and agents. Keeps members that are not given.',
      ),
    ),
    waterfall: Type.Optional(
      Described(
        Type.Partial(Waterfall),
        'Ceilings for looking up people at providers, in the credits of their accounts. Keeps members that are not given.',
      ),
    ),
    claimPolicy: Type.Optional(ClaimPolicyInput),
    retentionDays: Type.Optional(
      Nullable(
        Type.Integer({
          minimum: 30,
          maximum: 3650,
          description:
            'Contacts without activity for this number of days (no change, message, or reply) are erased with all their data. Null: never.',
        }),
      ),
    ),
    retention: Type.Optional(RetentionInput),
  }),
  output: SettingsView,
  errors: ['version_conflict'],
  example: { postalAddress: 'Analytical Engines, 1 Dorset Street, London', senderName: 'Ada Lovelace' },

  async plan(input, ctx) {
    const workspace = await currentWorkspace(ctx);
    checkVersion(ctx, { id: workspace.id, version: workspace.version });
    const changes = settingsChanges(workspace.settings, input as Parameters<typeof settingsChanges>[1]);
    const names = Object.keys(changes);
    const { id, settings: before } = workspace;
    const update = plannedUpdate({ type: 'settings', id, label: names.join(', '), before, changes });
    const effects = names.length === 0 ? [] : [update];
    const summary =
      names.length === 0 ? 'Would change nothing.' : `Would change the settings: ${changesInWords(update)}.`;
    const warnings = [
      ...(await retentionWarnings(changes.retentionDays, ctx)),
      ...(await removalWarnings(changes, workspace, ctx)),
    ];
    const isWording = changes.footer !== undefined || changes.art14Notice !== undefined;
    const needsPerson = isWording ? 'It changes the text below your emails.' : undefined;
    return { summary, effects, skipped: [], warnings, needsPerson, state: { changes, workspace } };
  },

  async run(_input, { state: { changes, workspace } }, ctx) {
    const names = Object.keys(changes);
    if (names.length === 0) return { data: toSettingsView(workspace), summary: 'Nothing to change.' };
    const updated = await updateWorkspaceSettings(ctx.workspaceId, changes, ctx.now(), workspace.version);
    if (updated === null)
      throw new AppError('version_conflict', 'The settings have changed since they were read. Read them again.');
    await replanAfter(changes, ctx.workspaceId, ctx.now());
    return { data: toSettingsView(updated), summary: `Changed ${names.join(', ')}.` };
  },
});

const dayMs = 86_400_000;

async function retentionWarnings(days: number | null | undefined, ctx: ActionContext): Promise<string[]> {
  if (typeof days !== 'number') return [];
  const count = await countInactiveContacts(ctx.workspaceId, new Date(ctx.now().getTime() - days * dayMs));
  if (count === 0) return [];
  return [
    `${counted(count, 'contact')} without activity for ${counted(days, 'day')} will be erased permanently within the hour.`,
  ];
}

async function removalWarnings(
  { retention }: Partial<WorkspaceSettings>,
  workspace: WorkspaceRecord,
  ctx: ActionContext,
): Promise<string[]> {
  if (retention === undefined) return [];
  const settings = { ...workspace.settings, retention };
  const steps = await planRetention({ id: workspace.id, settings }, ctx.now());
  return steps.map(
    ({ kind, days, count }) =>
      `${kind}: ${counted(count, 'record')} older than ${counted(days, 'day')} will be removed permanently within the hour.`,
  );
}

async function currentWorkspace(ctx: ActionContext): Promise<WorkspaceRecord> {
  const workspace = await findWorkspace(ctx.workspaceId);
  if (workspace === null) throw notFound('workspace', ctx.workspaceId);
  return workspace;
}
