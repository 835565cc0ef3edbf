import { type Static, Type } from 'typebox';
import { weekdays } from '../../domain/mail/send-window.ts';
import type { WorkspaceRecord } from '../../store/identity/workspace-store.ts';
import { Nullable, OneOf } from '../schema.ts';

/** The settings of a workspace as every answer shows them. */
export const SettingsView = Type.Object({
  postalAddress: Type.String({ description: 'Stands in the footer of each message; "" when not set.' }),
  senderName: Type.String({ description: 'The name that messages are signed with; "" when not set.' }),
  timeZone: Type.String({ description: 'IANA name: the zone of days and reports.' }),
  window: Type.Object(
    {
      days: Type.Array(OneOf(weekdays), { description: 'Days on which messages may be sent.' }),
      from: Type.String({ description: 'Opens, HH:MM.' }),
      to: Type.String({ description: 'Closes, HH:MM.' }),
      timeZone: Type.String({ description: '"recipient" or an IANA name.' }),
    },
    { description: 'When messages may be sent, unless campaign or mailbox say otherwise.' },
  ),
  perCompanyDailyCap: Type.Integer({ description: 'Messages a day to one company, at most.' }),
  recentContactDays: Type.Integer({ description: 'People written to in this many days are not enrolled again.' }),
  retentionDays: Nullable(Type.Integer({ description: 'Days after which untouched data is removed; null: kept.' })),
  isAutopilotOn: Type.Boolean({ description: 'Changed by a person in the application only.' }),
  version: Type.Integer({ description: 'Grows by one with each change; in the ETag, and for If-Match.' }),
});

export const toSettingsView = ({ settings, autopilot, version }: WorkspaceRecord): Static<typeof SettingsView> => ({
  postalAddress: settings.postalAddress,
  senderName: settings.senderName,
  timeZone: settings.timeZone,
  window: {
    days: settings.window.days as Static<typeof SettingsView>['window']['days'],
    from: settings.window.from,
    to: settings.window.to,
    timeZone: settings.window.timeZone,
  },
  perCompanyDailyCap: settings.perCompanyDailyCap,
  recentContactDays: settings.recentContactDays,
  retentionDays: settings.retentionDays,
  isAutopilotOn: autopilot,
  version,
});
