import { type Static, type TOptional, type TString, type TUnsafe, Type } from 'typebox';
import { claimRules, defaultClaimPolicy } from '../../domain/messages/claims/claim-policy.ts';
import { defaultVoice, Voice } from '../../domain/messages/drafts/voice.ts';
import { type FooterLanguage, footerLanguages } from '../../domain/messages/footer.ts';
import { autopilotOf } from '../../domain/replies/autopilot/autopilot-rules.ts';
import { weekdays } from '../../domain/sending/send-window.ts';
import { defaultWaterfall, Waterfall } from '../../domain/workspaces/providers/waterfall.ts';
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
    postalAddress: Type.String({ description: 'Shown in the footer of every message. Empty if not set.' }),
    senderName: Type.String({ description: 'Sender name of messages. Empty if not set.' }),
    timeZone: Type.String({ description: 'IANA time zone of days and reports.' }),
    window: Type.Object(
      {
        days: Type.Array(OneOf(weekdays), { description: 'Days on which messages may be sent.' }),
        from: Type.String({ description: 'Start, HH:MM.' }),
        to: Type.String({ description: 'End, HH:MM.' }),
        timeZone: Type.String({ description: '"recipient", or an IANA name.' }),
      },
      { description: 'Default sending window of campaigns and mailboxes.' },
    ),
    perCompanyDailyCap: Type.Integer({ description: 'Maximum messages per day to one company.' }),
    recentContactDays: Type.Integer({
      description: 'People contacted within this number of days are not enrolled again.',
    }),
    retentionDays: Nullable(Type.Integer({ description: 'Days after which inactive data is removed. Null: never.' })),
    retention: Type.Object(
      Object.fromEntries(
        retentionKindNames.map((kind) => [
          kind,
          Nullable(Type.Integer({ description: `Days; null: kept. ${retentionKinds[kind].description}` })),
        ]),
      ) as Record<RetentionKind, TUnsafe<number | null>>,
      { description: 'Retention of other data, in days.' },
    ),
    art14Notice: Type.String({
      description:
        'Shown below the first message to a person who has not been given the GDPR Art. 14 notice. Empty: none.',
    }),
    inventedPeople: Type.Boolean({
      description:
        'True if search shows the built-in directory of invented people while there is no real mailbox and no provider.',
    }),
    voice: Described(Voice, 'Way of writing, for texts of models and agents.'),
    waterfall: Described(Waterfall, 'Ceilings for looking up people at providers, in the credits of their accounts.'),
    claimPolicy: Type.Object(
      {
        byAgent: OneOf(claimRules, { description: 'Texts of agents, API keys, and models.' }),
        byPerson: OneOf(claimRules, { description: 'Texts of people.' }),
      },
      { description: 'Reaction to a text with claims about the recipient that no source supports.' },
    ),
    autopilot: AutopilotView,
    footer: Described(FooterTexts, 'Text before the unsubscribe link, by language of the recipient.'),
    version: Type.Integer({ description: 'Increases by one with each change. Used in the ETag and for If-Match.' }),
  }),
);

export function toSettingsView({ settings, autopilotRules, version }: WorkspaceRecord): Static<typeof SettingsView> {
  return viewOf(SettingsView, settings, {
    window: settings.window as Static<typeof SettingsView>['window'],
    retention: { ...keepsAll, ...settings.retention },
    art14Notice: settings.art14Notice ?? '',
    autopilot: toAutopilotView(autopilotOf(autopilotRules)),
    inventedPeople: settings.inventedPeople ?? true,
    claimPolicy: settings.claimPolicy ?? defaultClaimPolicy,
    voice: settings.voice ?? defaultVoice,
    waterfall: settings.waterfall ?? defaultWaterfall,
    footer: settings.footer ?? {},
    version,
  });
}
