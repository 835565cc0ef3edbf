import { expect, test } from 'vitest';
import type { Cells } from './register.ts';
import { registers } from './registers.ts';

test('reads an active legal entity of the GLEIF golden copy at its headquarters', () => {
  const cells = {
    LEI: '529900T8BM49AURSDO55',
    'Entity.LegalName': 'Ubisecure Oy',
    'Entity.HeadquartersAddress.City': 'ESPOO',
    'Entity.HeadquartersAddress.Country': 'FI',
    'Entity.EntityCategory': 'GENERAL',
    'Entity.EntityStatus': 'ACTIVE',
    'Entity.EntityCreationDate': '2002-01-31T00:00:00.000Z',
  };
  expect(registers.gleif.read(cells)).toMatchObject({
    company: {
      externalId: '529900T8BM49AURSDO55',
      name: 'Ubisecure Oy',
      foundedYear: 2002,
      location: { city: 'Espoo', region: null, country: 'FI' },
    },
  });
  expect(registers.gleif.read({ ...cells, 'Entity.EntityStatus': 'INACTIVE' })).toEqual({ reason: 'inactive' });
  expect(registers.gleif.read({ ...cells, LEI: '5299' })).toEqual({ missing: 'LEI' });
});

test('reads a UK company with its first industry, and the others as keywords', () => {
  const cells = {
    CompanyName: 'HARBOUR CODE LIMITED',
    CompanyNumber: '01234567',
    'RegAddress.PostTown': 'STOKE-ON-TRENT',
    'RegAddress.Country': 'ENGLAND',
    CompanyCategory: 'Private Limited Company',
    CompanyStatus: 'Active - Proposal to Strike off',
    IncorporationDate: '26/03/2019',
    'SICCode.SicText_1': '62020 - Information technology consultancy activities',
    'SICCode.SicText_2': '63110 - Data processing, hosting and related activities',
  };
  expect(registers.companies_house.read(cells)).toMatchObject({
    company: {
      industry: 'Information technology consultancy activities',
      keywords: ['Data processing, hosting and related activities'],
      foundedYear: 2019,
      type: 'private',
      location: { city: 'Stoke-On-Trent', country: 'GB' },
    },
  });
  expect(registers.companies_house.read({ ...cells, CompanyStatus: 'Liquidation' })).toEqual({ reason: 'inactive' });
});

test('reads an Overture place in flat columns, as JSON, and as DuckDB writes nested columns', () => {
  const shapes: Cells[] = [
    {
      name: 'Café Luna',
      category: 'coffee_shop',
      website: 'https://www.luna.example/',
      locality: 'Köln',
      country: 'DE',
    },
    {
      names: '{"primary":"Café Luna","common":null}',
      categories: '{"primary":"coffee_shop","alternate":["bar"]}',
      websites: '["https://www.luna.example/"]',
      addresses: '[{"freeform":"Ring 1","locality":"Köln","country":"DE"}]',
    },
    {
      names: "{'primary': Café Luna, 'common': NULL, 'rules': NULL}",
      categories: "{'primary': coffee_shop, 'alternate': [bar]}",
      websites: '[https://www.luna.example/, https://other.example]',
      addresses: "[{'freeform': Ring 1, 'locality': Köln, 'postcode': 50667, 'region': NULL, 'country': DE}]",
    },
  ];
  for (const cells of shapes)
    expect(registers.overture.read({ id: '08f1', ...cells })).toMatchObject({
      company: {
        name: 'Café Luna',
        domain: 'luna.example',
        industry: 'coffee shop',
        location: { city: 'Köln', region: null, country: 'DE' },
      },
    });
});
