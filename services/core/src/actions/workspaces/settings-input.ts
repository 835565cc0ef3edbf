import { Type } from 'typebox';
import { claimRules } from '../../domain/messages/claims/claim-policy.ts';
import { weekdays } from '../../domain/sending/send-window.ts';
import { retentionDaysMax, retentionKindNames, retentionKinds } from '../../domain/workspaces/retention-kinds.ts';
import { ClockTime, ClosingTime, Nullable, OneOf, Text } from '../../schema/schema.ts';

export const WindowInput = Type.Object(
  {
    days: Type.Optional(
      Type.Array(OneOf(weekdays), {
        minItems: 1,
        maxItems: 7,
        uniqueItems: true,
        description: 'Days on which messages may be sent.',
      }),
    ),
    from: Type.Optional(ClockTime('Start, HH:MM.')),
    to: Type.Optional(ClosingTime('End, HH:MM. 24:00 (or 00:00) is the end of the day.')),
    timeZone: Type.Optional(Text(60, '"recipient" (each contact\'s time zone), or an IANA name.')),
  },
  { additionalProperties: false, description: 'Default sending window of campaigns without their own.' },
);

export const RetentionInput = Type.Object(
  Object.fromEntries(
    retentionKindNames.map((kind) => {
      const { daysMin: minimum, description } = retentionKinds[kind];
      const days = Type.Integer({
        minimum,
        maximum: retentionDaysMax,
        description: `Days. Null: keep. ${description}`,
      });
      return [kind, Type.Optional(Nullable(days))];
    }),
  ),
  {
    additionalProperties: false,
    description: 'Retention of other data, in days. The dry run counts the affected records.',
  },
);

export const ClaimPolicyInput = Type.Object(
  {
    byAgent: Type.Optional(OneOf(claimRules, { description: 'Texts of agents, API keys, and models.' })),
    byPerson: Type.Optional(OneOf(claimRules, { description: 'Texts of people.' })),
  },
  {
    additionalProperties: false,
    description: 'Reaction to a text with claims about the recipient that no source supports (check_claims).',
  },
);
