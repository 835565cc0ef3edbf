import { type Static, type TOptional, type TString, type TUnsafe, Type } from 'typebox';
import { type FooterLanguage, footerLanguages } from '../../domain/messages/footer.ts';
import { autopilotOf } from '../../domain/replies/autopilot/autopilot-rules.ts';
import { weekdays } from '../../domain/sending/send-window.ts';
import {
  keepsAll,
  type RetentionKind,
  retentionKindNames,
  retentionKinds,
} from '../../domain/workspaces/retention-kinds.ts';
import { Described, Named, Nullable, OneOf } from '../../schema/schema.ts';
import { viewOf } from '../../schema/view-of.ts';
import type { WorkspaceRecord } from '../../store/workspaces/workspace-store.ts';
import { AutopilotView, toAutopilotView } from './autopilot-view.ts';

const footerLengthMax = 300;

export const FooterTexts = Type.Object(
  Object.fromEntries(
    footerLanguages.map((language) => [
      language,
      Type.Optional(Type.String({ maxLength: footerLengthMax, description: `In ${language}.` })),
    ]),
  ) as Record<FooterLanguage, TOptional<TString>>,
  { additionalProperties: false },
);

/** Workspace settings as returned by the API. */
export const SettingsView = Named(
  'Settings',
  Type.Object({
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
    retention: Type.Object(
      Object.fromEntries(
        retentionKindNames.map((kind) => [
          kind,
          Nullable(Type.Integer({ description: `Days; null: kept. ${retentionKinds[kind].description}` })),
        ]),
      ) as Record<RetentionKind, TUnsafe<number | null>>,
      { description: 'What else is removed after so many days.' },
    ),
    art14Notice: Type.String({
      description:
        'Stands below the first message to a person who was not informed by GDPR Art. 14 before; "" for none.',
    }),
    autopilot: AutopilotView,
    footer: Described(FooterTexts, 'What stands before the link to unsubscribe, by language of the recipient.'),
    version: Type.Integer({ description: 'Grows by one with each change; in the ETag, and for If-Match.' }),
  }),
);

export function toSettingsView({ settings, autopilotRules, version }: WorkspaceRecord): Static<typeof SettingsView> {
  return viewOf(SettingsView, settings, {
    window: settings.window as Static<typeof SettingsView>['window'],
    retention: { ...keepsAll, ...settings.retention },
    art14Notice: settings.art14Notice ?? '',
    autopilot: toAutopilotView(autopilotOf(autopilotRules)),
    footer: settings.footer ?? {},
    version,
  });
}
