import { opensBeforeItCloses, weekdays } from '../../domain/sending/send-window.ts';
import { nameLengthMax } from '../../engine/members/sign-up.ts';
import { AppError, type ErrorDetail } from '../../errors/errors.ts';
import { clockPattern, closingPattern } from '../../schema/schema.ts';
import type { WorkspaceSettings } from '../../store/workspaces/workspace-store.ts';

const senderNameLengthMax = 100;
const postalAddressLengthMax = 300;
const opening = new RegExp(clockPattern);
const closing = new RegExp(closingPattern);

export type SettingsForm = Pick<WorkspaceSettings, 'postalAddress' | 'senderName' | 'timeZone' | 'window'> & {
  name: string;
};

/** The settings as the form shows them. */
export function settingsValues(name: string, settings: WorkspaceSettings) {
  const { postalAddress, senderName, timeZone, window } = settings;
  const { days, from, to } = window;
  // A time field does not accept 24:00. 00:00 means the same.
  return { name, postalAddress, senderName, timeZone, days: [...days], from, to: to === '24:00' ? '00:00' : to };
}

/** Reads the settings that the page edits. All others are set over the API. */
export function readSettings(form: URLSearchParams, current: WorkspaceSettings): SettingsForm {
  const text = (field: string) => (form.get(field) ?? '').trim();
  const days = weekdays.filter((day) => form.getAll('days').includes(day));
  const settings = {
    name: text('name'),
    postalAddress: text('postalAddress').replace(/\r\n?/g, '\n'),
    senderName: text('senderName'),
    timeZone: text('timeZone'),
    window: { ...current.window, days, from: text('from'), to: text('to') },
  };
  const details = [...textProblems(settings), ...windowProblems(settings.window)];
  if (details.length > 0) throw new AppError('validation_failed', details[0]!.message, { details });
  return settings;
}

function textProblems({ name, postalAddress, senderName, timeZone }: SettingsForm): ErrorDetail[] {
  const problems: ErrorDetail[] = [];
  const limit = (field: string, value: string, lengthMax: number) => {
    if (value.length > lengthMax) problems.push({ field, message: `Use at most ${lengthMax} characters.` });
  };
  if (name === '') problems.push({ field: 'name', message: 'The workspace needs a name.' });
  limit('name', name, nameLengthMax);
  limit('senderName', senderName, senderNameLengthMax);
  limit('postalAddress', postalAddress, postalAddressLengthMax);
  if (!Intl.supportedValuesOf('timeZone').includes(timeZone) && timeZone !== 'UTC') {
    problems.push({ field: 'timeZone', message: 'Choose a time zone from the list.' });
  }
  return problems;
}

function windowProblems({ days, from, to }: WorkspaceSettings['window']): ErrorDetail[] {
  const problems: ErrorDetail[] = [];
  if (days.length === 0) problems.push({ field: 'days', message: 'Choose at least one day.' });
  if (!opening.test(from)) problems.push({ field: 'from', message: 'Give a time such as 09:00.' });
  if (!closing.test(to)) problems.push({ field: 'to', message: 'Give a time such as 17:00.' });
  else if (!opensBeforeItCloses({ from, to }))
    problems.push({ field: 'to', message: 'This must be later than the start.' });
  return problems;
}
