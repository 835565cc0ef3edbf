import { countryCodeOf } from '../../contacts/places/country-code.ts';
import { placeName, type Register, yearOf } from './register.ts';

/** Legal entities with an LEI: level 1 of the golden copy as CSV (LEI-CDF 3.1, more than 300 columns). */
export const gleif: Register = {
  title: 'GLEIF golden copy',
  license: 'CC0 1.0',
  url: 'https://www.gleif.org/en/lei-data/gleif-golden-copy',
  required: [['LEI'], ['Entity.LegalName'], ['Entity.EntityStatus']],
  columns: [
    'LEI',
    'Entity.LegalName',
    'Entity.HeadquartersAddress.City',
    'Entity.HeadquartersAddress.Region',
    'Entity.HeadquartersAddress.Country',
    'Entity.EntityCategory',
    'Entity.EntityStatus',
    'Entity.EntityCreationDate',
  ],
  read(cells) {
    const [externalId, name] = [cells.LEI ?? '', cells['Entity.LegalName'] ?? ''];
    if (!/^[0-9A-Z]{20}$/.test(externalId)) return { missing: 'LEI' };
    if (name === '') return { missing: 'Entity.LegalName' };
    if (cells['Entity.EntityStatus'] !== 'ACTIVE') return { reason: 'inactive' };
    const country = countryCodeOf(cells['Entity.HeadquartersAddress.Country'] ?? '') ?? null;
    const category = cells['Entity.EntityCategory'] ?? '';
    const location = {
      city: placeName(cells['Entity.HeadquartersAddress.City']),
      region: placeName(cells['Entity.HeadquartersAddress.Region']),
      country,
    };
    const company = {
      externalId,
      name,
      websiteUrl: null,
      domain: null,
      industry: null,
      keywords: category === '' || category === 'GENERAL' ? [] : [category.toLowerCase().replaceAll('_', ' ')],
      foundedYear: yearOf(cells['Entity.EntityCreationDate']),
      type: null,
      location,
    };
    return { company };
  },
};
