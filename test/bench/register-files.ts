import { lastNameOf } from './seed-contacts.ts';

const cities = [
  ['Berlin', 'DE-BE', 'DE'],
  ['Hamburg', 'DE-HH', 'DE'],
  ['Köln', 'DE-NW', 'DE'],
  ['Paris', 'FR-IDF', 'FR'],
  ['Lyon', 'FR-ARA', 'FR'],
  ['Milano', 'IT-MI', 'IT'],
  ['Madrid', 'ES-MD', 'ES'],
  ['Amsterdam', 'NL-NH', 'NL'],
] as const;
const towns = ['LONDON', 'MANCHESTER', 'LEEDS', 'BRISTOL', 'GLASGOW', 'CARDIFF', 'BELFAST', 'STOKE-ON-TRENT'];
const trades = [
  'Solar',
  'Logistics',
  'Software',
  'Bakery',
  'Consulting',
  'Robotics',
  'Textile',
  'Marine',
  'Capital',
  'Media',
];
const forms = ['GmbH', 'S.A.', 'B.V.', 'S.p.A.', 'Limited'];
const industries = [
  '62020 - Information technology consultancy activities',
  '41100 - Development of building projects',
  '56101 - Licensed restaurants',
  '49410 - Freight transport by road',
  '70229 - Management consultancy activities other than financial management',
  '68209 - Other letting and operating of own or leased real estate',
];

function numbered(name: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${name}.${index + 1}`);
}

function address(name: string): string[] {
  const lines = numbered(`${name}.AdditionalAddressLine`, 3);
  const parts = [
    'xmllang',
    'FirstAddressLine',
    'AddressNumber',
    'AddressNumberWithinBuilding',
    'MailRouting',
    'City',
    'Region',
    'Country',
    'PostalCode',
  ];
  return [...parts.map((part) => `${name}.${part}`), ...lines];
}

/** Columns of level 1 of the GLEIF golden copy as CSV, in the order of LEI-CDF 3.1. */
const gleifColumns = [
  'LEI',
  'Entity.LegalName',
  'Entity.LegalName.xmllang',
  ...numbered('Entity.OtherEntityNames.OtherEntityName', 5).flatMap((name) => [
    name,
    `${name}.xmllang`,
    `${name}.type`,
  ]),
  ...numbered('Entity.TransliteratedOtherEntityNames.TransliteratedOtherEntityName', 5).flatMap((name) => [
    name,
    `${name}.xmllang`,
    `${name}.type`,
  ]),
  ...address('Entity.LegalAddress'),
  ...address('Entity.HeadquartersAddress'),
  ...numbered('Entity.OtherAddresses.OtherAddress', 5).flatMap((name) => address(name)),
  ...numbered('Entity.TransliteratedOtherAddresses.TransliteratedOtherAddress', 5).flatMap((name) => address(name)),
  'Entity.RegistrationAuthority.RegistrationAuthorityID',
  'Entity.RegistrationAuthority.OtherRegistrationAuthorityID',
  'Entity.RegistrationAuthority.RegistrationAuthorityEntityID',
  'Entity.LegalJurisdiction',
  'Entity.EntityCategory',
  'Entity.EntitySubCategory',
  'Entity.LegalForm.EntityLegalFormCode',
  'Entity.LegalForm.OtherLegalForm',
  'Entity.AssociatedEntity.type',
  'Entity.AssociatedEntity.AssociatedLEI',
  'Entity.AssociatedEntity.AssociatedEntityName',
  'Entity.AssociatedEntity.AssociatedEntityName.xmllang',
  'Entity.EntityStatus',
  'Entity.EntityCreationDate',
  'Entity.EntityExpirationDate',
  'Entity.EntityExpirationReason',
  ...numbered('Entity.SuccessorEntity', 5).flatMap((name) => [`${name}.SuccessorLEI`, `${name}.SuccessorEntityName`]),
  ...numbered('Entity.LegalEntityEvents', 5).flatMap((name) =>
    [
      'LegalEntityEventType',
      'EventStatus',
      'LegalEntityEventEffectiveDate',
      'LegalEntityEventRecordedDate',
      'ValidationDocuments',
      'ValidationReference',
    ].map((part) => `${name}.${part}`),
  ),
  'Registration.InitialRegistrationDate',
  'Registration.LastUpdateDate',
  'Registration.RegistrationStatus',
  'Registration.NextRenewalDate',
  'Registration.ManagingLOU',
  'Registration.ValidationSources',
  'Registration.ValidationAuthority.ValidationAuthorityID',
  'Registration.ValidationAuthority.OtherValidationAuthorityID',
  'Registration.ValidationAuthority.ValidationAuthorityEntityID',
  ...numbered('Registration.OtherValidationAuthorities.OtherValidationAuthority', 5).flatMap((name) => [
    `${name}.ValidationAuthorityID`,
    `${name}.ValidationAuthorityEntityID`,
  ]),
  'ConformityFlag',
];

const houseColumns = [
  'CompanyName',
  ' CompanyNumber',
  'RegAddress.CareOf',
  'RegAddress.POBox',
  'RegAddress.AddressLine1',
  ' RegAddress.AddressLine2',
  'RegAddress.PostTown',
  'RegAddress.County',
  'RegAddress.Country',
  'RegAddress.PostCode',
  'CompanyCategory',
  'CompanyStatus',
  'CountryOfOrigin',
  'DissolutionDate',
  'IncorporationDate',
  'Accounts.AccountRefDay',
  'Accounts.AccountRefMonth',
  'Accounts.NextDueDate',
  'Accounts.LastMadeUpDate',
  'Accounts.AccountCategory',
  'Returns.NextDueDate',
  'Returns.LastMadeUpDate',
  'Mortgages.NumMortCharges',
  'Mortgages.NumMortOutstanding',
  'Mortgages.NumMortPartSatisfied',
  'Mortgages.NumMortSatisfied',
  'SICCode.SicText_1',
  'SICCode.SicText_2',
  'SICCode.SicText_3',
  'SICCode.SicText_4',
  'LimitedPartnerships.NumGenPartners',
  'LimitedPartnerships.NumLimPartners',
  'URI',
  ...Array.from({ length: 10 }, (_, index) => [
    ` PreviousName_${index + 1}.CONDATE`,
    ` PreviousName_${index + 1}.CompanyName`,
  ]).flat(),
  'ConfStmtNextDueDate',
  ' ConfStmtLastMadeUpDate',
];

function line(columns: readonly string[], cells: Record<string, string>): string {
  return `${columns.map((name) => `"${(cells[name.trim()] ?? '').replaceAll('"', '""')}"`).join(',')}\n`;
}

function gleifLine(index: number): string {
  const [city, region, country] = cities[index % cities.length]!;
  const trade = trades[(index * 7) % trades.length]!;
  const created = `${1950 + ((index * 13) % 76)}-05-02T00:00:00Z`;
  return line(gleifColumns, {
    LEI: `5299${String(index).padStart(16, '0')}`,
    'Entity.LegalName': `${lastNameOf(index)} ${trade} ${index} ${forms[index % forms.length]}`,
    'Entity.LegalName.xmllang': 'de',
    'Entity.LegalAddress.FirstAddressLine': `Hauptstraße ${index % 400}`,
    'Entity.LegalAddress.City': city,
    'Entity.LegalAddress.Region': region,
    'Entity.LegalAddress.Country': country,
    'Entity.HeadquartersAddress.FirstAddressLine': `Hauptstraße ${index % 400}`,
    'Entity.HeadquartersAddress.City': city,
    'Entity.HeadquartersAddress.Region': region,
    'Entity.HeadquartersAddress.Country': country,
    'Entity.LegalJurisdiction': country,
    'Entity.EntityCategory': index % 5 === 0 ? 'FUND' : 'GENERAL',
    'Entity.EntityStatus': 'ACTIVE',
    'Entity.EntityCreationDate': created,
    'Registration.InitialRegistrationDate': created,
    'Registration.LastUpdateDate': '2026-10-02T00:00:00Z',
    'Registration.RegistrationStatus': 'ISSUED',
    'Registration.ManagingLOU': '5299000J2N45DDNE4Y28',
    ConformityFlag: 'CONFORMING',
  });
}

function houseLine(index: number): string {
  return line(houseColumns, {
    CompanyName: `${lastNameOf(index).toUpperCase()} ${trades[(index * 7) % trades.length]!.toUpperCase()} ${index} LIMITED`,
    CompanyNumber: String(index).padStart(8, '0'),
    'RegAddress.AddressLine1': `${index % 200} HIGH STREET`,
    'RegAddress.PostTown': towns[index % towns.length]!,
    'RegAddress.Country': 'ENGLAND',
    'RegAddress.PostCode': 'SW1A 1AA',
    CompanyCategory: index % 30 === 0 ? 'Public Limited Company' : 'Private Limited Company',
    CompanyStatus: 'Active',
    CountryOfOrigin: 'United Kingdom',
    IncorporationDate: `26/03/${1950 + ((index * 13) % 76)}`,
    'SICCode.SicText_1': industries[(index * 5) % industries.length]!,
    'SICCode.SicText_2': industries[(index * 11 + 2) % industries.length]!,
    URI: `http://business.data.gov.uk/id/company/${String(index).padStart(8, '0')}`,
    ConfStmtNextDueDate: '09/04/2027',
  });
}

/** A register in its published shape, with this many rows, a thousand at a time. */
export function* registerFile(preset: 'gleif' | 'companies_house', rows: number): Generator<Buffer> {
  const [columns, lineOf] = preset === 'gleif' ? [gleifColumns, gleifLine] : [houseColumns, houseLine];
  yield Buffer.from(
    preset === 'gleif'
      ? line(columns, Object.fromEntries(columns.map((name) => [name, name])))
      : `${columns.join(',')}\n`,
  );
  for (let from = 0; from < rows; from += 1_000) {
    const lines = Array.from({ length: Math.min(1_000, rows - from) }, (_, index) => lineOf(from + index));
    yield Buffer.from(lines.join(''));
  }
}
