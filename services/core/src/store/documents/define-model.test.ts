import { expect, test } from 'vitest';
import { StoredSchema } from './define-model.ts';

interface PinDoc {
  _id: string;
  workspaceId: string;
  label?: string;
}

test('a path for each member of the document: one that is forgotten, or is not of it, is an error of the types', () => {
  // @ts-expect-error label is forgotten: written, it would be refused.
  const forgotten = new StoredSchema<PinDoc>({ workspaceId: { type: String, required: true } });
  // @ts-expect-error colour is no member.
  const foreign = new StoredSchema<PinDoc>({ workspaceId: String, label: String, colour: String });
  expect(Object.keys(forgotten.paths)).not.toContain('label');
  expect(Object.keys(foreign.paths)).toContain('colour');
  expect(Object.keys(new StoredSchema<PinDoc>({ workspaceId: String, label: String }).paths)).toContain('label');
});
