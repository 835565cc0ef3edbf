import { type Static, Type } from 'typebox';
import { type Autopilot, autopilotClasses } from '../../domain/replies/autopilot/autopilot-rules.ts';
import { Nullable, OneOf } from '../../schema/schema.ts';
import { viewOf } from '../../schema/view-of.ts';

/** Messages sent without approval, and their limits. */
export const AutopilotView = Type.Object(
  {
    answers: Type.Object(
      {
        isOn: Type.Boolean({ description: 'Whether replies are answered without a person.' }),
        classes: Type.Array(OneOf(autopilotClasses), { description: 'Replies of these classes only.' }),
        perDay: Type.Integer({ description: 'Answers a day, at most.' }),
        quietHours: Nullable(
          Type.Object(
            {
              from: Type.String({ description: 'HH:MM, in the time zone of the workspace.' }),
              to: Type.String({ description: 'HH:MM.' }),
            },
            { description: 'Nothing leaves in these hours; null: at any hour.' },
          ),
        ),
        undoMinutes: Type.Integer({ description: 'How long an answer can be taken back: cancel_autopilot_answer.' }),
      },
      { description: 'Answers that the service writes and sends by itself.' },
    ),
    launches: Type.Object(
      {
        isOn: Type.Boolean({ description: 'Whether keys and connections launch campaigns without a person.' }),
        recipientsPerDay: Type.Integer({ description: 'People a day, at most, all launches together.' }),
      },
      { description: 'Launches without approval, of what no check warns about.' },
    ),
  },
  { description: 'Changed by a person in the application only.' },
);

export function toAutopilotView({ answers, launches }: Autopilot): Static<typeof AutopilotView> {
  return { answers: viewOf(AutopilotView.properties.answers, answers, {}), launches };
}
