import { Type } from 'typebox';
import { RecordScore } from '../../schema/record-parts.ts';
import { Id, OneOf, Timestamp } from '../../schema/schema.ts';
import { fieldSources } from '../fields/field-sources.ts';
import { customFieldsSchema, field, place, text } from '../fields/fields.ts';
import { contactSources, declaredBases, emailStatuses, seniorities, stages } from './contact-values.ts';

/** A fact that callers can set and clear, merges fill in, and files include. */
const fact = { settable: 'always', merge: 'fill', exported: true, foreign: 'name' } as const;
const known = { ...fact, isEnriched: true } as const;
function joined(values: string[]) {
  return values.join('; ');
}

/** Quotes a tag that contains a separator, so that an import reads it as one tag. */
function joinedTags(tags: string[]) {
  return joined(tags.map((tag) => (/[,;|"]/.test(tag) ? `"${tag.replaceAll('"', '""')}"` : tag)));
}

/** Fields of a contact, in display order. Alternative column names omit spaces and punctuation. */
// biome-ignore format: a table.
export const contactFields = {
  id: field(text(40, 'con_….'), { exported: true, imported: [], isAlways: true, isStored: false }),
  email: field(Type.String({ maxLength: 254, description: 'E-mail address, lower case; unique in the workspace.' }),
    { ...known, imported: ['emailaddress', 'mail', 'emailadresse', 'mailadresse', 'workemail', 'businessemail', 'courriel', 'adresseemail', 'correo', 'correoelectronico', 'email1',
      'primaryemail', 'contactemail', 'emailprimary', 'businessemailaddress', 'workemailaddress', 'emailwork', 'personemail', 'indirizzoemail', 'email1value', 'enderecodeemail',
      'mailadres', 'emailadres', 'adresemail', 'epost', 'epostadress', 'adressemail', 'direccionemail', 'direcciondecorreo'] }),
  emailStatus: field(OneOf(emailStatuses, { description: 'What is known of the address; unverified when absent.' }),
    { ...known, merge: { with: 'email' }, isAlways: true, isClearable: false, imported: ['emailverification', 'verificationstatus', 'emailverificationstatus'] }),
  emailStatusCheckedAt: field(Timestamp('When the status was found out.'), { merge: { with: 'email' }, isTime: true }),
  firstName: field(text(100, 'Given name.'), { ...known, imported: ['vorname', 'givenname', 'first', 'fname', 'prenom', 'nombre', 'forename', 'rufname', 'nome', 'primeironome',
    'voornaam', 'imie', 'fornamn', 'fornavn', 'nombres', 'firstnames'] }),
  lastName: field(text(100, 'Family name.'), { ...known, imported: ['nachname', 'surname', 'familyname', 'last', 'lname', 'familienname', 'nomdefamille', 'nom', 'apellido',
    'apellidos', 'zuname', 'cognome', 'sobrenome', 'achternaam', 'nazwisko', 'efternamn', 'etternavn', 'efternavn'] }),
  fullName: field(text(201, 'Both names.'),
    { isStored: false, imported: ['name', 'contactname', 'contact', 'person', 'nomcomplet', 'vollername', 'vollstandigername', 'ansprechpartner', 'namevorname',
      'nachnamevorname', 'nomprenom', 'nombrecompleto', 'nombreyapellidos', 'nomecompleto', 'nomeecognome', 'naam', 'volledigenaam', 'displayname', 'contacto', 'kontakt',
      'kontaktperson', 'imieinazwisko'] }),
  title: field(text(200, 'Job title.'), { ...known, imported: ['jobtitle', 'position', 'role', 'job', 'funktion', 'berufsbezeichnung', 'poste', 'fonction', 'cargo', 'puesto',
    'intituleduposte', 'stelle', 'beruf', 'jobbezeichnung', 'ruolo', 'qualifica', 'funzione', 'functie', 'functietitel', 'stanowisko', 'titel', 'titre', 'titolo', 'titulo',
    'currenttitle', 'currentposition', 'occupation', 'organizationtitle', 'organization1title', 'befattning'] }),
  seniority: field(OneOf(seniorities, { description: 'Level in the company.' }), { ...known, imported: ['senioritylevel', 'level', 'managementlevel', 'hierarchie', 'niveau'] }),
  department: field(text(100, 'Department.'), { ...known, imported: ['abteilung', 'departement', 'departamento', 'team', 'departments', 'reparto', 'dipartimento', 'afdeling',
    'dzial', 'avdelning', 'bereich'] }),
  linkedinUrl: field(Type.String({ format: 'uri', maxLength: 300, description: 'LinkedIn profile.' }),
    { ...known, imported: ['linkedin', 'linkedinprofile', 'personlinkedinurl', 'linkedinprofileurl', 'profileurl', 'linkedinlink', 'linkedinprofil', 'profillinkedin',
      'perfillinkedin', 'linkedinmemberurl', 'personlinkedin', 'contactlinkedinurl', 'linkedinpublicurl'] }),
  phones: field(Type.Array(text(40, 'Phone number.'), { maxItems: 10, description: 'Phone numbers, E.164 where known.' }),
    { ...known, merge: 'unite', isAlways: true, exported: { phone: joined },
      imported: { phone: ['phonenumber', 'phones', 'telefon', 'telephone', 'tel', 'mobile', 'mobilephone', 'handy', 'workphone', 'directphone', 'telefono', 'phone1', 'phone1value',
        'phone2value', 'telefonnummer', 'mobil', 'mobiltelefon', 'mobilnummer', 'festnetz', 'portable', 'numerodetelephone', 'telephoneportable', 'movil', 'celular', 'cellulare',
        'cell', 'cellphone', 'primaryphone', 'workdirectphone', 'telefone', 'telefoonnummer', 'telefoon', 'mobiel'] } }),
  companyId: field(text(40, 'The company it is linked to.')),
  companyName: field(text(200, 'Company name.'),
    { ...known, imported: ['company', 'organization', 'organisation', 'account', 'accountname', 'firma', 'firmenname', 'unternehmen', 'employer', 'entreprise', 'societe',
      'empresa', 'compania', 'companyname', 'organizationname', 'organization1name', 'currentcompany', 'arbeitgeber', 'azienda', 'societa', 'ditta', 'bedrijf', 'bedrijfsnaam',
      'foretag', 'virksomhed', 'companynameforemails', 'businessname'] }),
  companyDomain: field(text(253, 'Company domain, e.g. example.com; links the contact to that company, or creates it.'),
    { ...known, imported: ['domain', 'website', 'companywebsite', 'web', 'url', 'webseite', 'companyurl', 'siteweb', 'webpage', 'homepage', 'internetseite', 'sitioweb',
      'paginaweb', 'sitointernet', 'sitoweb', 'emaildomain', 'companydomainname', 'webaddress', 'websiteurl', 'organizationwebsite'] }),
  location: field(place('Where the person works.'),
    { ...known,
      exported: { city: (at) => at.city, region: (at) => at.region, country: (at) => at.country },
      imported: { city: ['ort', 'stadt', 'town', 'ville', 'ciudad', 'wohnort', 'citta', 'cidade', 'stad', 'plaats', 'miasto', 'businesscity', 'workcity', 'localidad', 'poblacion'],
        region: ['state', 'province', 'bundesland', 'county', 'provincia', 'stateregion', 'businessstate', 'workstate', 'comunidadautonoma', 'regione', 'provincie', 'kanton',
        'departementregion'], country: ['land', 'pays', 'pais', 'countrycode', 'countryregion', 'businesscountryregion', 'businesscountry', 'workcountry', 'paese', 'nazione',
        'nation', 'kraj', 'staat'] } }),
  timeZone: field(text(60, 'IANA time zone, e.g. Europe/Paris.'), { ...known, imported: ['zeitzone', 'tz', 'timezonename', 'fuseauhoraire', 'zonahoraria', 'fusoorario', 'tijdzone'] }),
  isTimeZoneInferred: field(Type.Boolean({ description: 'True when the time zone was inferred from the country.' }),
    { merge: { with: 'timeZone' }, exported: true, imported: [], isAlways: true }),
  language: field(text(20, 'BCP 47 language tag.'), { ...known, imported: ['sprache', 'langue', 'idioma', 'locale', 'lingua', 'taal', 'preferredlanguage'] }),
  stage: field(OneOf(stages, { description: 'Where the conversation stands.' }),
    { settable: 'later', merge: { insteadOf: 'new' }, exported: true, imported: [], isAlways: true, isClearable: false }),
  tags: field(Type.Array(Type.String(), { description: 'Names of its tags.' }),
    { merge: 'unite', isAlways: true, exported: { tags: joinedTags }, imported: ['tag', 'labels', 'label', 'categories', 'kategorien', 'kategorie', 'schlagworte',
      'schlagworter', 'etiquetas', 'etiquettes', 'etichette', 'groupmembership', 'marken'] }),
  listIds: field(Type.Array(Type.String(), { description: 'Static lists that it is on.' }), { merge: 'unite', isAlways: true }),
  // Owners of a file from elsewhere are no members here.
  ownerId: field(Id('usr', 'Member in charge of it.'), { settable: 'always', merge: 'fill', exported: true, imported: false }),
  source: field(OneOf(contactSources, { description: 'Source of the contact.' }), { exported: true, isAlways: true }),
  sourceDetail: field(text(500, 'Where exactly it came from (GDPR Art. 14).'), { exported: true }),
  sources: field(fieldSources),
  isInvented: field(Type.Boolean({ description: 'True for a person of the built-in directory, who does not exist.' }), { exported: true, isAlways: true }),
  declaredBasis: field(OneOf(declaredBases, { description: 'Legal basis for holding the contact; null: none declared, cannot be enrolled.' }),
    { ...fact, imported: ['legalbasis', 'lawfulbasis', 'basis', 'rechtsgrundlage'] }),
  basisNote: field(text(1000, 'Why that basis holds.'), { ...fact, imported: ['basisreason'] }),
  basisSetAt: field(Timestamp('When the basis was declared.'), { merge: { with: 'declaredBasis' }, exported: true, isTime: true }),
  noticeSentAt: field(Timestamp('When the person was informed (GDPR Art. 14).'),
    { settable: 'later', merge: 'fill', exported: true, imported: [], isTime: true, isClearable: false }),
  doNotContact: field(Type.Boolean({ description: 'True: never written to.' }),
    { settable: 'later', merge: 'either', exported: true, imported: [], isAlways: true, isClearable: false }),
  customFields: field(customFieldsSchema,
    { ...fact, isAlways: true, imported: [], exported: { customFields: (own) => (Object.keys(own).length > 0 ? JSON.stringify(own) : null) } }),
  externalId: field(text(100, 'Id in your own system; unique in the workspace.'), { ...fact, imported: ['crmid', 'contactid', 'recordid', 'externalkey', 'personid', 'leadid',
    'customerid', 'kundennummer', 'kontaktid', 'apollocontactid', 'hubspotid', 'salesforceid', 'uid', 'uuid'] }),
  score: field(RecordScore, { merge: 'fill', isStored: false, exported: { score: (score) => score.value } }),
  lastContactedAt: field(Timestamp('Time of the last sent message.'), { merge: 'latest', exported: true, isTime: true }),
  lastRepliedAt: field(Timestamp('Last reply received.'), { merge: 'latest', exported: true, isTime: true }),
  duplicateOfId: field(text(40, 'Another contact with the same mailbox: a proposal to merge them (merge_contacts); null: none known.')),
  createdBy: field(Type.String({ description: 'Creator: ID of a user, key, or client.' }), { isAlways: true }),
  createdAt: field(Timestamp('When it was stored.'), { exported: true, isAlways: true, isTime: true }),
  updatedAt: field(Timestamp('Time of the last change.'), { exported: true, isAlways: true, isTime: true }),
  version: field(Type.Integer({ description: 'Increases by one with each change. Used in the ETag and for If-Match.' }), { isAlways: true }),
};
