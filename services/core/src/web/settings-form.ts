import { AppError, type ErrorDetail } from '../errors.ts';
import { nameLengthMax } from '../identity/sign-up.ts';

const postalAddressLengthMax = 300;

export interface SettingsForm {
  name: string;
  postalAddress: string;
  senderName: string;
  timeZone: string;
}

/** The settings that the page edits; everything else is set over the API. */
export const readSettings = (form: URLSearchParams): SettingsForm => {
  const text = (field: string) => (form.get(field) ?? '').trim();
  const settings = {
    name: text('name'),
    postalAddress: text('postalAddress').replace(/\r\n?/g, '\n'),
    senderName: text('senderName'),
    timeZone: text('timeZone'),
  };
  const details = problemsOf(settings);
  if (details.length > 0) throw new AppError('validation_failed', details[0]!.message, { details });
  return settings;
};

const problemsOf = ({ name, postalAddress, senderName, timeZone }: SettingsForm): ErrorDetail[] => {
  const problems: ErrorDetail[] = [];
  if (name === '') problems.push({ field: 'name', message: 'The workspace needs a name.' });
  const limits = {
    name: [name, nameLengthMax],
    senderName: [senderName, nameLengthMax],
    postalAddress: [postalAddress, postalAddressLengthMax],
  } as const;
  for (const [field, [value, lengthMax]] of Object.entries(limits)) {
    if (value.length > lengthMax) problems.push({ field, message: `Use at most ${lengthMax} characters.` });
  }
  if (!Intl.supportedValuesOf('timeZone').includes(timeZone) && timeZone !== 'UTC') {
    problems.push({ field: 'timeZone', message: 'Choose a time zone from the list.' });
  }
  return problems;
};
