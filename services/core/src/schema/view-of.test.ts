import { Type } from 'typebox';
import { expect, test } from 'vitest';
import { Nullable, Timestamp } from './schema.ts';
import { viewOf } from './view-of.ts';

const PinView = Type.Object({
  id: Type.String(),
  label: Nullable(Type.String()),
  tags: Type.Array(Type.String()),
  isRead: Type.Boolean(),
  movedAt: Nullable(Timestamp('When it was moved.')),
  size: Type.Integer(),
});

interface Pin {
  id: string;
  label?: string;
  tags?: string[];
  isRead?: boolean;
  movedAt: Date | null;
  size?: number;
  secret: string;
}

const pin: Pin = { id: 'pin_1', movedAt: new Date(0), secret: 'hidden' };

test('returns the members of the view: times as text, and absent values as null, empty, or false', () => {
  const view = { id: 'pin_1', label: null, tags: [], isRead: false, movedAt: '1970-01-01T00:00:00.000Z', size: 1 };
  expect(viewOf(PinView, pin, { size: 1 })).toEqual(view);
  expect(viewOf(PinView, { ...pin, label: 'A' }, { size: 2, id: 'pin_2' })).toMatchObject({ id: 'pin_2', label: 'A' });
});

test('the types require the members that the record cannot supply', () => {
  // @ts-expect-error size can be absent, and a number has no empty form.
  expect(viewOf(PinView, pin, {}).size).toBeNull();
});
