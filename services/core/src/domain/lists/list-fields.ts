import { Type } from 'typebox';
import { OneOf, Timestamp } from '../../schema/schema.ts';
import { field, text } from '../fields/fields.ts';

export const listKinds = ['static', 'dynamic'] as const;
export const listMemberTypes = ['contact', 'company'] as const;

const own = { isAlways: true } as const;

/** Fields of a list, in display order. The actions set the name, which has rules of its own. */
// biome-ignore format: a table.
export const listFields = {
  id: field(text(40, 'lst_….'), { ...own, isStored: false }),
  name: field(text(100, 'Name, unique in the workspace.'), own),
  description: field(text(500, 'What it is for.'), { settable: 'always' }),
  kind: field(OneOf(listKinds, { description: 'static: members are put in; dynamic: all that match the filter.' }), own),
  memberType: field(OneOf(listMemberTypes, { description: 'What it holds.' }), own),
  filter: field(Type.Unsafe<Record<string, unknown>>({ description: 'Filter of a dynamic list.' })),
  memberCount: field(Type.Integer({ description: 'Members; null for a dynamic list in a listing.' }), { initial: 0 }),
  createdBy: field(Type.String({ description: 'Who made it: the id of a user, key or client.' }), own),
  createdAt: field(Timestamp('When it was made.'), { ...own, isTime: true }),
  updatedAt: field(Timestamp('When name, description or filter last changed.'), { ...own, isTime: true }),
  version: field(Type.Integer({ description: 'Grows by one with each change; in the ETag, and for If-Match.' }), { initial: 1 }),
};
