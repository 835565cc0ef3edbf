import { Type } from 'typebox';
import { weekdays } from '../../domain/sending/send-window.ts';
import { counted } from '../../domain/text/counted.ts';
import { retentionDaysMax, retentionKindNames, retentionKinds } from '../../domain/workspaces/retention-kinds.ts';
import { replanAfter } from '../../engine/campaigns/replan/replan-campaign.ts';
import type { ActionContext } from '../../engine/context/action-context.ts';
import { checkVersion } from '../../engine/context/check-version.ts';
import { changesInWords, plannedUpdate } from '../../engine/context/planned-update.ts';
import { planRetention } from '../../engine/workspaces/retention.ts';
import { AppError, notFound } from '../../errors/errors.ts';
import { ClockTime, ClosingTime, Described, Input, Nullable, OneOf, Text } from '../../schema/schema.ts';
import { countInactiveContacts } from '../../store/contacts/inactive-contacts-store.ts';
import {
  findWorkspace,
  updateWorkspaceSettings,
  type WorkspaceRecord,
  type WorkspaceSettings,
} from '../../store/workspaces/workspace-store.ts';
import { defineWrite } from '../definition/define-action.ts';
import { settingsChanges } from './settings-changes.ts';
import { FooterTexts, SettingsView, toSettingsView } from './settings-view.ts';

const Window = Type.Object(
  {
    days: Type.Optional(
      Type.Array(OneOf(weekdays), {
        minItems: 1,
        maxItems: 7,
        uniqueItems: true,
        description: 'Days on which messages may be sent.',
      }),
    ),
    from: Type.Optional(ClockTime('Opens, HH:MM.')),
    to: Type.Optional(ClosingTime('Closes, HH:MM; 24:00 (or 00:00) is the end of the day.')),
    timeZone: Type.Optional(Text(60, '"recipient" (the zone of each contact) or an IANA name.')),
  },
  { additionalProperties: false, description: 'When messages may go out, unless the campaign has its own window.' },
);

const RetentionInput = Type.Object(
  Object.fromEntries(
    retentionKindNames.map((kind) => {
      const { daysMin: minimum, description } = retentionKinds[kind];
      const days = Type.Integer({
        minimum,
        maximum: retentionDaysMax,
        description: `Days; null keeps. ${description}`,
      });
      return [kind, Type.Optional(Nullable(days))];
    }),
  ),
  { additionalProperties: false, description: 'What else is removed after so many days; the dry run counts it.' },
);

export const updateSettings = defineWrite({
  name: 'update_settings',
  title: 'Change the settings',
  summary: 'Change settings of the workspace.',
  description:
    'Changes the settings that are given and leaves the others. Set postalAddress and senderName before ' +
    'the first launch: a postal address is required by law in each message. Autopilot cannot be changed ' +
    'here: a person does that in the application.',
  method: 'patch',
  path: '/settings',
  scope: 'settings:write',
  effect: 'write',
  mayNeedPerson: true,
  input: Input({
    postalAddress: Type.Optional(Text(300, 'Postal address of the sender, in the footer of each message.')),
    senderName: Type.Optional(Text(100, 'The name that messages come from.')),
    timeZone: Type.Optional(Text(60, 'IANA name, e.g. Europe/Berlin.')),
    window: Type.Optional(Window),
    footer: Type.Optional(
      Described(
        FooterTexts,
        'Your wording before the link to unsubscribe, by language, in place of the usual one; the link is added. All languages are replaced.',
      ),
    ),
    perCompanyDailyCap: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 1000, description: 'Messages to one company per day, at most.' }),
    ),
    recentContactDays: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 365,
        description: 'Days for which a person written to is not enrolled again.',
      }),
    ),
    art14Notice: Type.Optional(
      Type.String({
        maxLength: 1000,
        description:
          'Where the data is from and what the person may ask for (GDPR Art. 14), in your own words: it stands ' +
          'below the first message to each person who was not informed yet, and noticeSentAt is set when it is ' +
          'sent. "" for none.',
      }),
    ),
    retentionDays: Type.Optional(
      Nullable(
        Type.Integer({
          minimum: 30,
          maximum: 3650,
          description:
            'Contacts with whom nothing has happened for so many days (no change, message or reply) are erased, with all that is stored about them; null keeps them.',
        }),
      ),
    ),
    retention: Type.Optional(RetentionInput),
  }),
  output: SettingsView,
  errors: ['version_conflict'],
  isEverydayTool: true,
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
      throw new AppError('version_conflict', 'The settings have changed meanwhile: read them again.');
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
    `${counted(count, 'contact')} have been without activity for ${counted(days, 'day')}: they are erased within the hour, for good.`,
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
      `${kind}: ${counted(count, 'record')} older than ${counted(days, 'day')} are removed within the hour, for good.`,
  );
}

async function currentWorkspace(ctx: ActionContext): Promise<WorkspaceRecord> {
  const workspace = await findWorkspace(ctx.workspaceId);
  if (workspace === null) throw notFound('workspace', ctx.workspaceId);
  return workspace;
}
