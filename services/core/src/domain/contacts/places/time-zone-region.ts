/**
 * States, provinces, and large cities of countries with several zones: names and postal codes, folded to ASCII. A
 * region with two zones has the one where most of its people live.
 */
// biome-ignore format: a table.
const zones: Record<string, Record<string, string>> = {
  US: {
    'America/New_York':
      'connecticut ct|delaware de|district of columbia dc|washington dc|florida fl|georgia ga|maine me|maryland md|massachusetts ma|michigan mi|' +
      'new hampshire nh|new jersey nj|new york ny|north carolina nc|ohio oh|pennsylvania pa|rhode island ri|south carolina sc|vermont vt|virginia va|' +
      'west virginia wv|kentucky ky|new york city|nyc|boston|philadelphia|miami|atlanta|detroit|charlotte|pittsburgh|cleveland|columbus|baltimore|orlando|' +
      'tampa|raleigh|jacksonville|brooklyn|cincinnati|buffalo|richmond|louisville|cambridge',
    'America/Indiana/Indianapolis': 'indiana in|indianapolis',
    'America/Chicago':
      'alabama al|arkansas ar|illinois il|iowa ia|kansas ks|louisiana la|minnesota mn|mississippi ms|missouri mo|nebraska ne|north dakota nd|oklahoma ok|' +
      'south dakota sd|tennessee tn|texas tx|wisconsin wi|chicago|houston|dallas|austin|san antonio|fort worth|minneapolis|milwaukee|memphis|nashville|' +
      'new orleans|kansas city|st louis|saint louis|oklahoma city|omaha',
    'America/Denver': 'colorado co|montana mt|new mexico nm|utah ut|wyoming wy|denver|salt lake city|albuquerque|boulder|colorado springs|el paso',
    'America/Boise': 'idaho id|boise',
    'America/Phoenix': 'arizona az|phoenix|tucson|scottsdale|mesa',
    'America/Los_Angeles':
      'california ca|nevada nv|oregon or|washington wa|washington state|los angeles|san francisco|san diego|san jose|seattle|las vegas|sacramento|oakland|' +
      'palo alto|mountain view|sunnyvale|santa monica|long beach|fresno|bellevue|redmond|menlo park|cupertino|irvine|berkeley|silicon valley|bay area|' +
      'san francisco bay area|greater los angeles area',
    'America/Anchorage': 'alaska ak|anchorage|juneau|fairbanks',
    'Pacific/Honolulu': 'hawaii hi|honolulu',
    'America/Puerto_Rico': 'puerto rico pr|san juan',
    'Pacific/Guam': 'guam gu',
  },
  CA: {
    'America/St_Johns': 'newfoundland and labrador nl|newfoundland|st johns',
    'America/Halifax': 'nova scotia ns|new brunswick nb|prince edward island pe|pei|halifax|moncton',
    'America/Toronto': 'ontario on|quebec qc|toronto|montreal|ottawa|quebec city|mississauga|hamilton|kitchener|waterloo',
    'America/Winnipeg': 'manitoba mb|winnipeg',
    'America/Regina': 'saskatchewan sk|regina|saskatoon',
    'America/Edmonton': 'alberta ab|northwest territories nt|calgary|edmonton|yellowknife',
    'America/Vancouver': 'british columbia bc|vancouver|burnaby|surrey|kelowna|victoria',
    'America/Whitehorse': 'yukon yt|whitehorse',
    'America/Iqaluit': 'nunavut nu|iqaluit',
  },
  AU: {
    'Australia/Sydney': 'new south wales nsw|australian capital territory act|sydney|canberra|newcastle|wollongong',
    'Australia/Melbourne': 'victoria vic|melbourne|geelong',
    'Australia/Brisbane': 'queensland qld|brisbane|gold coast|cairns|townsville',
    'Australia/Hobart': 'tasmania tas|hobart',
    'Australia/Adelaide': 'south australia sa|adelaide',
    'Australia/Darwin': 'northern territory nt|darwin',
    'Australia/Perth': 'western australia wa|perth|fremantle',
  },
  BR: {
    'America/Sao_Paulo':
      'sao paulo sp|rio de janeiro rj|minas gerais mg|espirito santo es|parana pr|santa catarina sc|rio grande do sul rs|goias go|distrito federal df|' +
      'federal district|brasilia|belo horizonte|curitiba|porto alegre|campinas|goiania|florianopolis',
    'America/Bahia': 'bahia ba|salvador',
    'America/Fortaleza': 'ceara ce|maranhao ma|piaui pi|rio grande do norte rn|paraiba pb|fortaleza|natal|sao luis',
    'America/Recife': 'pernambuco pe|recife',
    'America/Maceio': 'alagoas al|sergipe se|maceio|aracaju',
    'America/Belem': 'para pa|amapa ap|belem',
    'America/Araguaina': 'tocantins to|palmas',
    'America/Campo_Grande': 'mato grosso do sul ms|campo grande',
    'America/Cuiaba': 'mato grosso mt|cuiaba',
    'America/Porto_Velho': 'rondonia ro|porto velho',
    'America/Boa_Vista': 'roraima rr|boa vista',
    'America/Manaus': 'amazonas am|manaus',
    'America/Rio_Branco': 'acre ac|rio branco',
  },
  MX: {
    'America/Mexico_City':
      'ciudad de mexico cdmx|mexico city|df|distrito federal|estado de mexico|mexico state|jalisco jal|puebla|guanajuato gto|veracruz|queretaro qro|' +
      'nuevo leon nl|michoacan|oaxaca|hidalgo|tabasco|chiapas|guerrero|morelos|san luis potosi slp|aguascalientes|zacatecas|durango|coahuila|tamaulipas|' +
      'tlaxcala|colima|campeche|yucatan|nayarit|guadalajara|monterrey|leon|merida|toluca',
    'America/Cancun': 'quintana roo qroo|cancun|playa del carmen',
    'America/Chihuahua': 'chihuahua',
    'America/Ciudad_Juarez': 'ciudad juarez|juarez',
    'America/Hermosillo': 'sonora|hermosillo',
    'America/Mazatlan': 'sinaloa|baja california sur bcs|culiacan|mazatlan|la paz|los cabos',
    'America/Tijuana': 'baja california bc|tijuana|mexicali|ensenada',
  },
  RU: {
    'Europe/Kaliningrad': 'kaliningrad|kaliningrad oblast',
    'Europe/Moscow':
      'moscow|moskva|moscow oblast|moskovskaya oblast|saint petersburg|st petersburg|sankt-peterburg|leningrad oblast|kazan|tatarstan|nizhny novgorod|' +
      'rostov-on-don|rostov oblast|krasnodar|krasnodar krai|voronezh|sochi|volgograd|yaroslavl|tula',
    'Europe/Samara': 'samara|samara oblast|udmurtia|izhevsk',
    'Europe/Saratov': 'saratov|saratov oblast',
    'Asia/Yekaterinburg': 'yekaterinburg|ekaterinburg|sverdlovsk oblast|chelyabinsk|chelyabinsk oblast|perm|perm krai|ufa|bashkortostan|tyumen|tyumen oblast|orenburg',
    'Asia/Omsk': 'omsk|omsk oblast',
    'Asia/Novosibirsk': 'novosibirsk|novosibirsk oblast',
    'Asia/Tomsk': 'tomsk|tomsk oblast',
    'Asia/Barnaul': 'barnaul|altai krai',
    'Asia/Novokuznetsk': 'kemerovo|kemerovo oblast|novokuznetsk',
    'Asia/Krasnoyarsk': 'krasnoyarsk|krasnoyarsk krai',
    'Asia/Irkutsk': 'irkutsk|irkutsk oblast|buryatia|ulan-ude',
    'Asia/Yakutsk': 'yakutsk|sakha|yakutia|amur oblast|blagoveshchensk',
    'Asia/Vladivostok': 'vladivostok|primorsky krai|primorye|khabarovsk|khabarovsk krai',
    'Asia/Sakhalin': 'sakhalin|sakhalin oblast|yuzhno-sakhalinsk',
    'Asia/Magadan': 'magadan|magadan oblast',
    'Asia/Kamchatka': 'kamchatka|kamchatka krai|petropavlovsk-kamchatsky',
  },
  ID: {
    'Asia/Jakarta':
      'jakarta|dki jakarta|jawa barat|west java|jawa tengah|central java|jawa timur|east java|banten|yogyakarta|sumatera utara|north sumatra|sumatera selatan|' +
      'south sumatra|sumatera barat|west sumatra|aceh|riau|lampung|jambi|bengkulu|surabaya|bandung|medan|semarang|palembang|tangerang|bekasi|depok',
    'Asia/Pontianak': 'kalimantan barat|west kalimantan|kalimantan tengah|central kalimantan|pontianak',
    'Asia/Makassar':
      'bali|nusa tenggara barat|west nusa tenggara|nusa tenggara timur|east nusa tenggara|sulawesi selatan|south sulawesi|sulawesi utara|north sulawesi|' +
      'kalimantan timur|east kalimantan|kalimantan selatan|south kalimantan|denpasar|makassar|manado|balikpapan|banjarmasin|samarinda|ubud|lombok',
    'Asia/Jayapura': 'papua|papua barat|west papua|maluku|maluku utara|north maluku|jayapura|ambon',
  },
};

/** Outermost zones of a country's population, from east to west. */
const spans: Record<string, readonly string[]> = {
  US: ['America/New_York', 'America/Los_Angeles'],
  CA: ['America/Halifax', 'America/Vancouver'],
  AU: ['Australia/Sydney', 'Australia/Perth'],
  BR: ['America/Sao_Paulo', 'America/Manaus'],
  MX: ['America/Cancun', 'America/Tijuana'],
  RU: ['Asia/Vladivostok', 'Europe/Moscow'],
  ID: ['Asia/Jayapura', 'Asia/Jakarta'],
};

function fold(text: string): string {
  const ascii = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return ascii
    .replace(/[.’'`]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

const zoneByPlace = new Map<string, string>();
for (const [country, byZone] of Object.entries(zones)) {
  for (const [zone, places] of Object.entries(byZone)) {
    for (const place of places.split('|')) {
      zoneByPlace.set(`${country} ${place}`, zone);
      // The last word of a state is its postal code. The name, the code, and the pair are all keys.
      const [, name, code] = /^(.+) ([a-z]{2,4})$/.exec(place) ?? [];
      if (name !== undefined && isCode(country, code!))
        for (const one of [name, code]) zoneByPlace.set(`${country} ${one}`, zone);
    }
  }
}

function isCode(country: string, code: string): boolean {
  return country === 'MX'
    ? /^(?:cdmx|jal|gto|qro|nl|slp|qroo|bcs|bc)$/.test(code)
    : country !== 'RU' && country !== 'ID' && code.length <= 3;
}

/** Zone of a region or city, by any common name. Undefined if unknown. */
export function timeZoneOfRegion(
  country: string,
  { region, city }: { region?: string | null | undefined; city?: string | null | undefined },
): string | undefined {
  const places = [region, city].flatMap((place) => (place ? [fold(place), ...fold(place).split(/\s*[,/(]\s*/)] : []));
  // "US-CA" is the ISO 3166-2 code of California.
  const codes = places.map((place) => place.replace(new RegExp(`^${country.toLowerCase()}-`), ''));
  return codes.map((place) => zoneByPlace.get(`${country} ${place}`)).find((zone) => zone !== undefined);
}

/** The outermost zones of a country with several zones. Empty for other countries. */
export function zonesAcross(country: string): readonly string[] {
  return spans[country] ?? [];
}
