import { Type } from 'typebox';
import { RecordScore } from '../../schema/record-parts.ts';
import { Id, OneOf, Timestamp } from '../../schema/schema.ts';
import { customFieldsSchema, field, place, text } from '../fields/fields.ts';
import { employeeRanges } from './employee-ranges.ts';

// Company files do not exist. Companies are exported and imported only through the API.
const fact = { settable: 'always', merge: 'fill', foreign: 'name' } as const;
function words(description: string) {
  return Type.Array(text(100, 'One word or name.'), { maxItems: 200, uniqueItems: true, description });
}

/** Fields of a company, in display order. */
// biome-ignore format: a table.
export const companyFields = {
  id: field(text(40, 'com_….'), { isAlways: true, isStored: false }),
  name: field(text(200, 'Name; the domain when absent.'), { ...fact, merge: 'keep', isAlways: true, isClearable: false }),
  domain: field(text(253, 'Domain, e.g. example.com; unique in the workspace.'), fact),
  websiteUrl: field(Type.String({ format: 'uri', maxLength: 300, description: 'Website.' }), fact),
  industry: field(text(100, 'Industry.'), fact),
  employeeCount: field(Type.Integer({ minimum: 0, maximum: 10_000_000, description: 'Number of employees; decides employeeRange.' }), fact),
  employeeRange: field(OneOf(employeeRanges, { description: 'Size, where the number is not known.' }), fact),
  revenueRange: field(text(50, 'Yearly revenue, e.g. 1M-10M.'), fact),
  foundedYear: field(Type.Integer({ minimum: 1000, maximum: 2100, description: 'Year it was founded.' }), fact),
  type: field(text(50, 'Kind of company, e.g. private, public, nonprofit.'), fact),
  location: field(place('Where it is.'), fact),
  technologies: field(words('Technologies that it uses.'), { ...fact, merge: 'unite', isAlways: true, isClearable: false }),
  keywords: field(words('Keywords about the company.'), { ...fact, merge: 'unite', isAlways: true, isClearable: false }),
  description: field(text(5_000, 'Description of the company.'), fact),
  tags: field(Type.Array(Type.String(), { description: 'Names of its tags.' }), { merge: 'unite', isAlways: true }),
  listIds: field(Type.Array(Type.String(), { description: 'Static lists that it is on.' }), { merge: 'unite', isAlways: true }),
  ownerId: field(Id('usr', 'Member in charge of it.'), { settable: 'always', merge: 'fill' }),
  customFields: field(customFieldsSchema, { ...fact, isAlways: true }),
  score: field(RecordScore, { merge: 'fill', isStored: false }),
  isInvented: field(Type.Boolean({ description: 'True for a company of the built-in directory, which does not exist.' }), { isAlways: true }),
  contactCount: field(Type.Integer({ description: 'Contacts linked to it.' }), { isAlways: true }),
  createdAt: field(Timestamp('When it was stored.'), { isAlways: true, isTime: true }),
  updatedAt: field(Timestamp('Time of the last change.'), { isAlways: true, isTime: true }),
  version: field(Type.Integer({ description: 'Increases by one with each change. Used in the ETag and for If-Match.' }), { isAlways: true }),
};
