import { type Static, Type } from 'typebox';
import { type Autopilot, autopilotClasses } from '../../domain/replies/autopilot/autopilot-rules.ts';
import { Nullable, OneOf } from '../../schema/schema.ts';
import { viewOf } from '../../schema/view-of.ts';

/** Messages sent without approval, and their limits. */
export const AutopilotView = Type.Object(
  {
    answers: Type.Object(
      {
        isOn: Type.Boolean({ description: 'True if autopilot answers replies.' }),
        classes: Type.Array(OneOf(autopilotClasses), { description: 'Only replies of these classes.' }),
        perDay: Type.Integer({ description: 'Maximum answers per day.' }),
        quietHours: Nullable(
          Type.Object(
            {
              from: Type.String({ description: "HH:MM in the workspace's time zone." }),
              to: Type.String({ description: 'HH:MM.' }),
            },
            { description: 'No answers are sent in these hours. Null: no quiet hours.' },
          ),
        ),
        undoMinutes: Type.Integer({
          description: 'Minutes in which an answer can be cancelled with cancel_autopilot_answer.',
        }),
      },
      { description: 'Answers that autopilot writes and sends.' },
    ),
    launches: Type.Object(
      {
        isOn: Type.Boolean({ description: 'True if keys and connections launch campaigns without a person.' }),
        recipientsPerDay: Type.Integer({ description: 'Maximum recipients per day of all launches together.' }),
      },
      { description: 'Launches without approval, if no check has warnings.' },
    ),
  },
  { description: 'Only a person can change it, in the application.' },
);

export function toAutopilotView({ answers, launches }: Autopilot): Static<typeof AutopilotView> {
  return { answers: viewOf(AutopilotView.properties.answers, answers, {}), launches };
}
