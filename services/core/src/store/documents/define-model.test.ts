import { expect, test } from 'vitest';
import { type DocOf, defineModel, stored } from './define-model.ts';
import { choice, nullable, number, optional, string, withDefault } from './paths.ts';

const pins = stored({
  workspaceId: string,
  label: optional(string),
  colour: withDefault(choice(['red', 'blue']), 'red'),
  place: nullable(number),
});
const PinModel = defineModel('Pin', 'pins', pins);

test('one declaration gives the type and the paths', () => {
  type Pin = DocOf<typeof PinModel>;
  const pin: Pin = { _id: 'pin_1', workspaceId: 'wsp_1', colour: 'blue', place: null };
  // @ts-expect-error a member has the type of its path.
  const mistyped: Pin = { ...pin, place: 'here' };
  // @ts-expect-error a document has the members that are not optional.
  const incomplete: Pin = { _id: 'pin_1', workspaceId: 'wsp_1', place: 1 };
  // @ts-expect-error other members do not exist.
  const foreign: Pin = { ...pin, size: 3 };
  expect([mistyped, incomplete, foreign].map(({ _id }) => _id)).toEqual(['pin_1', 'pin_1', 'pin_1']);
  expect(Object.keys(PinModel.schema.paths)).toEqual(['workspaceId', 'label', 'colour', 'place', '_id']);
});

test('a new document gets the defaults, and is rejected without a required member or with another value', async () => {
  const made = new PinModel({ _id: 'pin_1', workspaceId: 'wsp_1' });
  await made.validate();
  expect(made.toObject()).toEqual({ _id: 'pin_1', workspaceId: 'wsp_1', colour: 'red', place: null });
  await expect(new PinModel({ _id: 'pin_1' }).validate()).rejects.toThrow('workspaceId');
  const green = { _id: 'pin_1', workspaceId: 'wsp_1', colour: 'green' } as object;
  await expect(new PinModel(green).validate()).rejects.toThrow('colour');
});
