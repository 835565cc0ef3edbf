import { expect, test } from 'vitest';
import { StoredSchema } from './define-model.ts';

interface PinDoc {
  _id: string;
  workspaceId: string;
  label?: string;
}

test('the types require a path for each document member and reject foreign or missing paths', () => {
  // @ts-expect-error label is missing, so storing it would fail.
  const forgotten = new StoredSchema<PinDoc>({ workspaceId: { type: String, required: true } });
  // @ts-expect-error colour is not a member.
  const foreign = new StoredSchema<PinDoc>({ workspaceId: String, label: String, colour: String });
  expect(Object.keys(forgotten.paths)).not.toContain('label');
  expect(Object.keys(foreign.paths)).toContain('colour');
  expect(Object.keys(new StoredSchema<PinDoc>({ workspaceId: String, label: String }).paths)).toContain('label');
});
