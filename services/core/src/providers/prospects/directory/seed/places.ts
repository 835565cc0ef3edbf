import type { NamePoolKey } from './names.ts';

export interface City {
  city: string;
  region: string;
  timeZone: string;
}

export interface Country {
  code: string;
  name: string;
  demonym: string;
  names: NamePoolKey;
  /** Frequency of companies in this country, relative to others. */
  weight: number;
  cities: City[];
}

/** code | name | demonym | names | weight | city@region@IANA time zone; … */
const rows = [
  'US | United States | American | english | 30 | New York@New York@America/New_York; Boston@Massachusetts@America/New_York; Philadelphia@Pennsylvania@America/New_York; Atlanta@Georgia@America/New_York; Miami@Florida@America/New_York; Raleigh@North Carolina@America/New_York; Chicago@Illinois@America/Chicago; Austin@Texas@America/Chicago; Dallas@Texas@America/Chicago; Minneapolis@Minnesota@America/Chicago; Nashville@Tennessee@America/Chicago; Denver@Colorado@America/Denver; Salt Lake City@Utah@America/Denver; Phoenix@Arizona@America/Phoenix; San Francisco@California@America/Los_Angeles; Los Angeles@California@America/Los_Angeles; San Diego@California@America/Los_Angeles; Seattle@Washington@America/Los_Angeles; Portland@Oregon@America/Los_Angeles',
  'CA | Canada | Canadian | english | 6 | Toronto@Ontario@America/Toronto; Ottawa@Ontario@America/Toronto; Montreal@Quebec@America/Toronto; Calgary@Alberta@America/Edmonton; Vancouver@British Columbia@America/Vancouver',
  'GB | United Kingdom | British | english | 12 | London@England@Europe/London; Manchester@England@Europe/London; Birmingham@England@Europe/London; Bristol@England@Europe/London; Leeds@England@Europe/London; Cambridge@England@Europe/London; Edinburgh@Scotland@Europe/London; Glasgow@Scotland@Europe/London; Cardiff@Wales@Europe/London',
  'IE | Ireland | Irish | english | 3 | Dublin@Leinster@Europe/Dublin; Cork@Munster@Europe/Dublin; Galway@Connacht@Europe/Dublin',
  'DE | Germany | German | german | 14 | Berlin@Berlin@Europe/Berlin; Hamburg@Hamburg@Europe/Berlin; Munich@Bavaria@Europe/Berlin; Nuremberg@Bavaria@Europe/Berlin; Cologne@North Rhine-Westphalia@Europe/Berlin; Düsseldorf@North Rhine-Westphalia@Europe/Berlin; Frankfurt@Hesse@Europe/Berlin; Stuttgart@Baden-Württemberg@Europe/Berlin; Leipzig@Saxony@Europe/Berlin',
  'AT | Austria | Austrian | german | 4 | Vienna@Vienna@Europe/Vienna; Graz@Styria@Europe/Vienna; Linz@Upper Austria@Europe/Vienna',
  'CH | Switzerland | Swiss | german | 4 | Zurich@Zurich@Europe/Zurich; Basel@Basel-Stadt@Europe/Zurich; Bern@Bern@Europe/Zurich',
  'FR | France | French | french | 9 | Paris@Île-de-France@Europe/Paris; Lyon@Auvergne-Rhône-Alpes@Europe/Paris; Grenoble@Auvergne-Rhône-Alpes@Europe/Paris; Nantes@Pays de la Loire@Europe/Paris; Lille@Hauts-de-France@Europe/Paris; Toulouse@Occitanie@Europe/Paris; Bordeaux@Nouvelle-Aquitaine@Europe/Paris',
  'NL | Netherlands | Dutch | dutch | 6 | Amsterdam@North Holland@Europe/Amsterdam; Rotterdam@South Holland@Europe/Amsterdam; Utrecht@Utrecht@Europe/Amsterdam; Eindhoven@North Brabant@Europe/Amsterdam',
  'BE | Belgium | Belgian | dutch | 3 | Brussels@Brussels@Europe/Brussels; Antwerp@Flanders@Europe/Brussels; Ghent@Flanders@Europe/Brussels',
  'ES | Spain | Spanish | spanish | 6 | Madrid@Madrid@Europe/Madrid; Barcelona@Catalonia@Europe/Madrid; Valencia@Valencian Community@Europe/Madrid; Bilbao@Basque Country@Europe/Madrid',
  'IT | Italy | Italian | italian | 6 | Milan@Lombardy@Europe/Rome; Turin@Piedmont@Europe/Rome; Bologna@Emilia-Romagna@Europe/Rome; Rome@Lazio@Europe/Rome',
  'PT | Portugal | Portuguese | portuguese | 3 | Lisbon@Lisbon@Europe/Lisbon; Porto@Norte@Europe/Lisbon; Braga@Norte@Europe/Lisbon',
  'PL | Poland | Polish | polish | 5 | Warsaw@Masovia@Europe/Warsaw; Kraków@Lesser Poland@Europe/Warsaw; Wrocław@Lower Silesia@Europe/Warsaw; Gdańsk@Pomerania@Europe/Warsaw',
  'SE | Sweden | Swedish | nordic | 4 | Stockholm@Stockholm@Europe/Stockholm; Gothenburg@Västra Götaland@Europe/Stockholm; Malmö@Skåne@Europe/Stockholm',
  'DK | Denmark | Danish | nordic | 3 | Copenhagen@Capital Region@Europe/Copenhagen; Aarhus@Central Denmark@Europe/Copenhagen; Odense@Southern Denmark@Europe/Copenhagen',
  'NO | Norway | Norwegian | nordic | 2 | Oslo@Oslo@Europe/Oslo; Bergen@Vestland@Europe/Oslo',
  'FI | Finland | Finnish | nordic | 2 | Helsinki@Uusimaa@Europe/Helsinki; Tampere@Pirkanmaa@Europe/Helsinki',
  'IN | India | Indian | indian | 6 | Bengaluru@Karnataka@Asia/Kolkata; Mumbai@Maharashtra@Asia/Kolkata; Pune@Maharashtra@Asia/Kolkata; Hyderabad@Telangana@Asia/Kolkata; Chennai@Tamil Nadu@Asia/Kolkata',
  'JP | Japan | Japanese | japanese | 4 | Tokyo@Kanto@Asia/Tokyo; Osaka@Kansai@Asia/Tokyo; Nagoya@Chubu@Asia/Tokyo; Fukuoka@Kyushu@Asia/Tokyo',
  'AU | Australia | Australian | english | 5 | Sydney@New South Wales@Australia/Sydney; Melbourne@Victoria@Australia/Melbourne; Brisbane@Queensland@Australia/Brisbane; Perth@Western Australia@Australia/Perth',
  'BR | Brazil | Brazilian | portuguese | 4 | São Paulo@São Paulo@America/Sao_Paulo; Rio de Janeiro@Rio de Janeiro@America/Sao_Paulo; Curitiba@Paraná@America/Sao_Paulo',
  'MX | Mexico | Mexican | spanish | 3 | Mexico City@Mexico City@America/Mexico_City; Monterrey@Nuevo León@America/Monterrey; Guadalajara@Jalisco@America/Mexico_City',
];

function readCity(text: string): City {
  const [city = '', region = '', timeZone = ''] = text.trim().split('@');
  return { city, region, timeZone };
}

function readCountry(row: string): Country {
  const [code = '', name = '', demonym = '', names = '', weight = '', cities = ''] = row.split(' | ');
  return {
    code,
    name,
    demonym,
    names: names as NamePoolKey,
    weight: Number(weight),
    cities: cities.split(';').map(readCity),
  };
}

export const countries: Country[] = rows.map(readCountry);
