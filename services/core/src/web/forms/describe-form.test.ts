import { expect, test } from 'vitest';
import { actionNamed } from '../shown/record-types.ts';
import { describeForm, type FormField } from './describe-form.ts';
import { withRowAdded } from './form-rows.ts';

function fieldsOf(action: string, form = new URLSearchParams()): FormField[] {
  const added = form.get('_add') ?? undefined;
  return describeForm(actionNamed(action)!.input, { form, added, errors: {}, timeZone: 'UTC', choices: {} });
}
function fieldAt(fields: readonly FormField[], path: string): FormField {
  const all = fields.flatMap((field) => [field, ...(field.fields ?? [])]);
  return all.find((field) => field.path === path)!;
}

test('masks secrets as they are typed, and shows email addresses on one line', () => {
  const fields = fieldsOf('connect_mailbox');
  expect(fieldAt(fields, 'smtp.password')).toMatchObject({ control: 'input', type: 'password' });
  for (const path of ['address', 'smtp.host', 'smtp.username']) expect(fieldAt(fields, path).control).toBe('input');
  expect(fieldAt(fieldsOf('draft_message'), 'subject').control).toBe('input');
  expect(fieldAt(fieldsOf('draft_message'), 'bodyText')).toMatchObject({
    control: 'textarea',
    attributes: { rows: 6 },
  });
});

test('collapses a large optional group until a part of it is filled in', () => {
  expect(fieldAt(fieldsOf('create_list'), 'filter').isFolded).toBe(true);
  const filled = new URLSearchParams({ 'filter.tag': 'vip' });
  expect(fieldAt(fieldsOf('create_list', filled), 'filter').isFolded).toBe(false);
  expect(fieldAt(fieldsOf('connect_mailbox'), 'smtp').isFolded).toBe(false);
});

test('focuses the part that was just added', () => {
  const form = withRowAdded(withRowAdded(new URLSearchParams({ _add: 'steps' }), 'steps'), 'steps');
  const rows = fieldAt(fieldsOf('create_campaign', form), 'steps').rows!;
  expect(rows.map(({ title, isNew }) => [title, isNew])).toEqual([
    ['Step 1', false],
    ['Step 2', true],
  ]);
});

test('drops a help text that only repeats its label, and keeps one that adds information', () => {
  expect(fieldAt(fieldsOf('create_campaign'), 'name').help).toBe('');
  expect(fieldAt(fieldsOf('connect_mailbox'), 'smtp.host').help).not.toBe('');
});

test('names states in choices as the pages do', () => {
  const texts = fieldAt(fieldsOf('list_contacts'), 'emailStatus').options!.map(({ text }) => text);
  expect(texts).toEqual(expect.arrayContaining(['Valid', 'Catch-all', 'Role', 'Checking']));
});
