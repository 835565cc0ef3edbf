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
  description: field(text(500, 'Purpose of the list.'), { settable: 'always' }),
  kind: field(OneOf(listKinds, { description: 'static: members are added. dynamic: members match the filter.' }), own),
  memberType: field(OneOf(listMemberTypes, { description: 'Type of the members.' }), own),
  filter: field(Type.Unsafe<Record<string, unknown>>({ description: 'Filter of a dynamic list.' })),
  memberCount: field(Type.Integer({ description: 'Number of members. Null for a dynamic list in a listing.' }), { initial: 0 }),
  createdBy: field(Type.String({ description: 'Creator: ID of a user, key, or client.' }), own),
  createdAt: field(Timestamp('Creation time.'), { ...own, isTime: true }),
  updatedAt: field(Timestamp('Time of the last change of its name, description, or filter.'), { ...own, isTime: true }),
  version: field(Type.Integer({ description: 'Increases by one with each change. Used in the ETag and for If-Match.' }), { initial: 1 }),
};
