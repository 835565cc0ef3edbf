import { Type } from 'typebox';
import { type CompanyFacts, employeeRangeOf, employeeRanges } from '../../domain/crm/company.ts';
import { customFieldsSchema, requireDomain } from '../contacts/contact-facts.ts';
import { OneOf, Text } from '../schema.ts';

const optionalText = (maxLength: number, description: string) => Type.Optional(Text(maxLength, description));
const words = (description: string) =>
  Type.Optional(Type.Array(Text(100, 'One word or name.'), { maxItems: 200, uniqueItems: true, description }));

/** The members of a company that a caller may set, as properties of an input. */
export const companyFactProperties = {
  name: optionalText(200, 'Name; the domain when absent.'),
  domain: optionalText(253, 'Domain, e.g. example.com; unique in the workspace.'),
  websiteUrl: Type.Optional(Type.String({ format: 'uri', maxLength: 300, description: 'Website.' })),
  industry: optionalText(100, 'Industry.'),
  employeeCount: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 10_000_000, description: 'Number of employees; decides employeeRange.' }),
  ),
  employeeRange: Type.Optional(OneOf(employeeRanges, { description: 'Size, where the number is not known.' })),
  revenueRange: optionalText(50, 'Yearly revenue, e.g. 1M-10M.'),
  foundedYear: Type.Optional(Type.Integer({ minimum: 1000, maximum: 2100, description: 'Year it was founded.' })),
  type: optionalText(50, 'Kind of company, e.g. private, public, nonprofit.'),
  location: Type.Optional(
    Type.Object(
      {
        city: optionalText(100, 'City.'),
        region: optionalText(100, 'Region.'),
        country: optionalText(100, 'Country, name or ISO 3166 code.'),
      },
      { additionalProperties: false, description: 'Where it is.' },
    ),
  ),
  technologies: words('Technologies that it uses.'),
  keywords: words('What it is about.'),
  description: optionalText(5_000, 'What it does.'),
  customFields: Type.Optional(customFieldsSchema),
};

/** Normalises the domain and derives the size; throws `validation_failed` naming the field. */
export const toCompanyFacts = (raw: CompanyFacts): CompanyFacts => ({
  ...raw,
  ...(raw.domain !== undefined && { domain: requireDomain(raw.domain, 'domain') }),
  ...(raw.employeeCount !== undefined && { employeeRange: employeeRangeOf(raw.employeeCount) }),
});
