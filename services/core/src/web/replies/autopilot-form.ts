import { findTemplateProblem } from '../../domain/messages/templates/render-template.ts';
import {
  autopilotClasses,
  type LaunchRules,
  type ReplyDraftRules,
} from '../../domain/replies/autopilot/autopilot-rules.ts';
import { AppError, type ErrorDetail } from '../../errors/errors.ts';

const clock = /^([01]\d|2[0-3]):[0-5]\d$/;
const perDayMax = 1_000;
const undoMinutesMax = 24 * 60;
const templateLengthMax = 2_000;

/** Rules from the reply form. Invalid values produce errors beside their fields. */
export function readReplyDraftRules(form: URLSearchParams, isOn: boolean): ReplyDraftRules {
  const problems: ErrorDetail[] = [];
  const text = (field: string) => (form.get(field) ?? '').trim();
  const classes = autopilotClasses.filter((name) => form.getAll('classes').includes(name));
  if (classes.length === 0) problems.push({ field: 'classes', message: 'Choose at least one kind of reply.' });
  const perDay = readNumber(form, { field: 'perDay', min: 1, max: perDayMax }, problems);
  const undoMinutes = readNumber(form, { field: 'undoMinutes', min: 1, max: undoMinutesMax }, problems);
  const templates: ReplyDraftRules['templates'] = {};
  for (const name of autopilotClasses) {
    const template = text(`template-${name}`).replace(/\r\n?/g, '\n');
    if (template === '') continue;
    const problem = findTemplateProblem(template)?.message;
    const message = template.length > templateLengthMax ? `Use at most ${templateLengthMax} characters.` : problem;
    if (message !== undefined) problems.push({ field: `template-${name}`, message });
    templates[name] = template;
  }
  const quietHours = readQuietHours(text('quietFrom'), text('quietTo'), problems);
  if (problems.length > 0) throw new AppError('validation_failed', problems[0]!.message, { details: problems });
  return { isOn, classes, perDay, quietHours, undoMinutes, templates };
}

export function readLaunchRules(form: URLSearchParams, isOn: boolean): LaunchRules {
  const problems: ErrorDetail[] = [];
  const recipientsPerDay = readNumber(form, { field: 'recipientsPerDay', min: 1, max: 10_000 }, problems);
  if (problems.length > 0) throw new AppError('validation_failed', problems[0]!.message, { details: problems });
  return { isOn, recipientsPerDay };
}

/** The rules as the form shows them. */
export function autopilotValues({ answers, launches }: { answers: ReplyDraftRules; launches: LaunchRules }) {
  const texts = autopilotClasses.map((name) => [`template-${name}`, answers.templates[name] ?? '']);
  return {
    classes: [...answers.classes],
    perDay: String(answers.perDay),
    undoMinutes: String(answers.undoMinutes),
    quietFrom: answers.quietHours?.from ?? '',
    quietTo: answers.quietHours?.to ?? '',
    recipientsPerDay: String(launches.recipientsPerDay),
    ...Object.fromEntries(texts),
  };
}

interface NumberField {
  field: string;
  min: number;
  max: number;
}

function readNumber(form: URLSearchParams, { field, min, max }: NumberField, problems: ErrorDetail[]): number {
  const given = (form.get(field) ?? '').trim();
  const value = Number(given);
  const isGood = /^\d+$/.test(given) && value >= min && value <= max;
  if (!isGood) problems.push({ field, message: `Give a number from ${min} to ${max}.` });
  return value;
}

/** Two empty fields mean no quiet hours. */
function readQuietHours(from: string, to: string, problems: ErrorDetail[]): ReplyDraftRules['quietHours'] {
  if (from === '' && to === '') return null;
  if (!clock.test(from))
    problems.push({ field: 'quietFrom', message: 'Give a time such as 20:00, or leave both empty.' });
  if (!clock.test(to)) problems.push({ field: 'quietTo', message: 'Give a time such as 08:00, or leave both empty.' });
  if (from === to) problems.push({ field: 'quietTo', message: 'This must be another time than the beginning.' });
  return { from, to };
}
