import { normalizeDomain } from '../../contacts/email-address.ts';
import { countryCodeOf } from '../../contacts/places/country-code.ts';
import { type Cells, filledCell, placeName, type Register } from './register.ts';

/** Columns by meaning. Exports flatten the nested columns in different ways, or write them as JSON or DuckDB text. */
const names = {
  id: ['id'],
  name: ['names.primary', 'names_primary', 'name', 'names'],
  category: ['categories.primary', 'categories_primary', 'basic_category', 'category', 'categories'],
  website: ['websites.0', 'website', 'websites'],
  city: ['addresses.0.locality', 'locality', 'city', 'addresses'],
  region: ['addresses.0.region', 'region', 'addresses'],
  country: ['addresses.0.country', 'country', 'addresses'],
  status: ['operating_status'],
} as const;

const members = { name: 'primary', category: 'primary', city: 'locality', region: 'region', country: 'country' };

/** First text of a nested cell: `{"primary": "Luna"}`, `[{"country": "DE"}]`, or `{'primary': Luna, …}`. */
function inside(cell: string, member: string | undefined): string {
  if (!/^[[{]/.test(cell)) return cell;
  try {
    const value: unknown = JSON.parse(cell);
    const first: unknown = Array.isArray(value) ? value[0] : value;
    const found =
      first !== null && typeof first === 'object' ? (first as Record<string, unknown>)[member ?? ''] : first;
    return typeof found === 'string' ? found : '';
  } catch {
    const [, text = ''] =
      member === undefined
        ? (/^\[([^,\]]*)/.exec(cell) ?? [])
        : (new RegExp(`'${member}': (.*?)(?:, '\\w+': |\\}|$)`).exec(cell) ?? []);
    return text === 'NULL' ? '' : text.trim();
  }
}

function read(cells: Cells, meaning: keyof typeof names): string {
  const column = names[meaning].find((name) => (cells[name] ?? '') !== '');
  return column === undefined ? '' : inside(cells[column]!, (members as Record<string, string>)[meaning]);
}

/** Places of the Overture Maps Foundation as CSV. Its own files are GeoParquet, which DuckDB converts. */
export const overture: Register = {
  title: 'Overture Maps places',
  license: 'CDLA-Permissive-2.0, with parts under Apache-2.0 and CC0 1.0',
  url: 'https://docs.overturemaps.org/guides/places',
  required: [names.id, names.name],
  columns: [...new Set(Object.values(names).flat())],
  read(cells) {
    const [externalId, name] = [read(cells, 'id'), read(cells, 'name')];
    if (externalId === '') return { missing: 'id' };
    if (name === '') return { missing: 'names' };
    if (read(cells, 'status') === 'permanently_closed') return { reason: 'inactive' };
    const website = read(cells, 'website');
    const location = {
      city: placeName(read(cells, 'city')),
      region: filledCell(read(cells, 'region')),
      country: countryCodeOf(read(cells, 'country')) ?? null,
    };
    const company = {
      externalId,
      name,
      websiteUrl: filledCell(website),
      domain: normalizeDomain(website) ?? null,
      industry: filledCell(read(cells, 'category').replaceAll('_', ' ')),
      keywords: [],
      foundedYear: null,
      type: null,
      location,
    };
    return { company };
  },
};
