import { expect, test } from 'vitest';
import { refusalForPeople } from './refusal-words.ts';

test('names a rejected field by its label, and shows no pattern', () => {
  expect(refusalForPeople('name must have the form ^[^,\\s]([^,]*[^,\\s])?$.')).toBe(
    'Name has characters or a form that cannot be taken here.',
  );
  expect(refusalForPeople('steps.0.waitDays must be at most 90.')).toBe('Wait days must be at most 90.');
  expect(refusalForPeople('steps.0.subject: The template cannot be read.')).toBe(
    'Subject: The template cannot be read.',
  );
  expect(refusalForPeople('There is a tag of this name.')).toBe('There is a tag of this name.');
});
