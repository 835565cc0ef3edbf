import { notFound } from '../../errors/errors.ts';
import { Input } from '../../schema/schema.ts';
import { findWorkspace } from '../../store/workspaces/workspace-store.ts';
import { defineRead } from '../definition/define-action.ts';
import { SettingsView, toSettingsView } from './settings-view.ts';

export const getSettings = defineRead({
  name: 'get_settings',
  title: 'Get the settings',
  summary: 'Get the settings of the workspace.',
  description:
    'Returns the settings of the workspace: postal address and sender name (used in messages), default ' +
    'sending window and time zone, the limit per company and day, the minimum time between enrollments of a ' +
    'person, retention periods, and the state of autopilot. Campaigns cannot be launched before the postal ' +
    'address is set: see update_settings.',
  method: 'get',
  path: '/settings',
  scope: 'settings:read',
  input: Input({}),
  output: SettingsView,
  errors: [],

  async run(_input, ctx) {
    const workspace = await findWorkspace(ctx.workspaceId);
    if (workspace === null) throw notFound('workspace', ctx.workspaceId);
    const address = workspace.settings.postalAddress === '' ? 'no postal address yet' : 'postal address set';
    return { data: toSettingsView(workspace), summary: `Settings of ${workspace.name}: ${address}.` };
  },
});
