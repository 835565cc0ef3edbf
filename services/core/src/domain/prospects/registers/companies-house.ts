import { countryCodeOf } from '../../contacts/places/country-code.ts';
import { type Cells, placeName, type Register, yearOf } from './register.ts';

const types: [RegExp, string][] = [
  [/charit|community interest|guarantee|royal charter/i, 'non_profit'],
  [/public limited/i, 'public'],
  [/private|limited liability partnership/i, 'private'],
];

const industryColumns = [1, 2, 3, 4].map((index) => `SICCode.SicText_${index}`);

/** "62020 - Information technology consultancy activities" without its number. */
function industriesOf(cells: Cells): string[] {
  const texts = industryColumns.map((column) => (cells[column] ?? '').replace(/^\d+ - /, ''));
  return texts.filter((text) => text !== '' && text !== 'None Supplied');
}

/** UK companies: basic company data as one CSV file, published monthly. Some of its column names begin with a space. */
export const companiesHouse: Register = {
  title: 'Companies House basic company data',
  license: 'Open Government Licence v3.0',
  url: 'https://download.companieshouse.gov.uk/en_output.html',
  required: [['CompanyName'], ['CompanyNumber'], ['CompanyStatus']],
  columns: [
    'CompanyName',
    'CompanyNumber',
    'RegAddress.PostTown',
    'RegAddress.County',
    'RegAddress.Country',
    'CompanyCategory',
    'CompanyStatus',
    'IncorporationDate',
    ...industryColumns,
  ],
  read(cells) {
    const [externalId, name] = [cells.CompanyNumber ?? '', cells.CompanyName ?? ''];
    if (externalId === '') return { missing: 'CompanyNumber' };
    if (name === '') return { missing: 'CompanyName' };
    if (!/^active/i.test(cells.CompanyStatus ?? '')) return { reason: 'inactive' };
    const [industry = null, ...keywords] = industriesOf(cells);
    const location = {
      city: placeName(cells['RegAddress.PostTown']),
      region: placeName(cells['RegAddress.County']),
      // Most addresses omit the country, or name England, Scotland, or Wales.
      country: countryCodeOf(cells['RegAddress.Country'] ?? '') ?? 'GB',
    };
    const company = {
      externalId,
      name,
      websiteUrl: null,
      domain: null,
      industry,
      keywords,
      foundedYear: yearOf(cells.IncorporationDate),
      type: types.find(([sign]) => sign.test(cells.CompanyCategory ?? ''))?.[1] ?? null,
      location,
    };
    return { company };
  },
};
