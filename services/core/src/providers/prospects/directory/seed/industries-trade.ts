import type { Industry } from './industries.ts';
import { list } from './list.ts';

export const tradeIndustries: Industry[] = [
  {
    name: 'Manufacturing',
    weight: 12,
    kinds: list('manufacturer, precision engineering company, component supplier, packaging maker, tooling company'),
    offers: list(
      'makes precision valves, produces injection-moulded parts, builds packaging machines, manufactures sensors for harsh environments, supplies castings and machined parts, develops automation cells',
    ),
    customers: list('machine builders, the food industry, car makers, medical device makers, energy companies'),
    nouns: list('Industries, Manufacturing, Precision, Engineering, Components, Tools'),
    keywords: list('manufacturing, industry 4.0, automation, cnc, supply chain, quality, packaging, sensors'),
    technologies: list('SAP, Siemens TIA, AutoCAD, SolidWorks, Microsoft Dynamics, OPC UA, Infor, MES, PLM'),
  },
  {
    name: 'Logistics',
    weight: 7,
    kinds: list(
      'logistics company, freight forwarder, warehouse operator, delivery network, logistics software company',
    ),
    offers: list(
      'runs temperature-controlled transport, operates fulfilment centres, forwards air and sea freight, plans last-mile delivery, tracks containers in real time',
    ),
    customers: list('online shops, pharmaceutical companies, supermarkets, manufacturers, importers'),
    nouns: list('Logistics, Freight, Cargo, Transport, Shipping, Fulfilment'),
    keywords: list('logistics, freight, warehouse, supply chain, last mile, fleet, shipping, customs'),
    technologies: list('SAP, Oracle NetSuite, Samsara, project44, Manhattan WMS, Microsoft Dynamics, Descartes'),
  },
  {
    name: 'Healthcare',
    weight: 8,
    kinds: list('healthcare provider, digital health company, clinic group, medical device maker, care provider'),
    offers: list(
      'runs outpatient clinics, offers remote patient monitoring, makes diagnostic devices, digitises hospital admissions, provides home care, supports therapy with an application',
    ),
    customers: list('patients, hospitals, insurers, general practitioners, care homes'),
    nouns: list('Health, Medical, Care, Clinics, Diagnostics, Therapeutics'),
    keywords: list('healthcare, digital health, medical devices, telemedicine, patients, clinical, diagnostics'),
    technologies: list('Epic, HL7 FHIR, Salesforce Health Cloud, Microsoft 365, Python, Azure, Cerner'),
  },
  {
    name: 'Biotechnology',
    weight: 4,
    kinds: list('biotechnology company, contract research organisation, laboratory supplier, drug discovery company'),
    offers: list(
      'develops enzyme-based materials, runs early-stage drug discovery, supplies reagents and assays, sequences microbial genomes, manufactures cell culture media',
    ),
    customers: list('pharmaceutical companies, universities, food producers, diagnostic laboratories'),
    nouns: list('Bio, Genomics, Biotech, Life Sciences, Biologics'),
    keywords: list('biotechnology, research, laboratory, genomics, drug discovery, clinical trials, enzymes'),
    technologies: list('Benchling, LabWare, Python, R, AWS, Veeva, Nextflow'),
  },
  {
    name: 'Energy and Environment',
    weight: 7,
    kinds: list(
      'renewable energy company, energy services company, solar installer, clean technology company, utility',
    ),
    offers: list(
      'plans and builds solar parks, operates charging networks, optimises batteries for the grid, installs heat pumps, measures emissions along supply chains, recycles industrial water',
    ),
    customers: list('municipalities, property owners, industrial sites, fleet operators, farmers'),
    nouns: list('Energy, Power, Solar, Renewables, Grid, Environment'),
    keywords: list('renewable energy, solar, batteries, sustainability, carbon, esg, charging, heat pumps'),
    technologies: list('SAP, Python, ArcGIS, Salesforce, AWS, Grafana, SCADA, InfluxDB'),
  },
  {
    name: 'Construction',
    weight: 7,
    kinds: list('construction company, engineering office, prefabrication specialist, building services company'),
    offers: list(
      'builds timber housing, renovates office buildings, plans building services, fabricates facades, maintains roads and bridges, prefabricates bathrooms',
    ),
    customers: list(
      'housing associations, property developers, public authorities, hotel groups, industrial investors',
    ),
    nouns: list('Construction, Building, Structures, Contractors, Timber, Projects'),
    keywords: list('construction, bim, renovation, engineering, timber, facilities, infrastructure'),
    technologies: list('Autodesk Revit, Procore, AutoCAD, Microsoft Project, Nemetschek, PlanRadar, Sage'),
  },
  {
    name: 'Real Estate',
    weight: 5,
    kinds: list('property manager, real estate developer, co-working operator, property technology company'),
    offers: list(
      'manages residential portfolios, develops mixed-use quarters, runs flexible offices, digitises rental processes, values commercial property',
    ),
    customers: list('institutional investors, tenants, homeowners, start-ups, housing companies'),
    nouns: list('Properties, Estates, Realty, Spaces, Living, Quarters'),
    keywords: list('real estate, property management, proptech, leasing, co-working, housing'),
    technologies: list('Yardi, Salesforce, DocuSign, MRI Software, Microsoft 365, Matterport'),
  },
  {
    name: 'Professional Services',
    weight: 8,
    kinds: list('consultancy, accounting firm, law firm, recruitment agency, engineering consultancy'),
    offers: list(
      'advises owners on succession, audits mid-sized companies, recruits technical specialists, supports public tenders, advises on employment law, runs transformation programmes',
    ),
    customers: list('family businesses, investors, public bodies, technology companies, hospitals'),
    nouns: list('Partners, Advisory, Consulting, Associates, Counsel, Talent'),
    keywords: list('consulting, advisory, audit, recruiting, legal, tax, transformation'),
    technologies: list('Microsoft 365, Salesforce, DATEV, Xero, Bullhorn, Power BI, iManage'),
  },
  {
    name: 'Insurance',
    weight: 4,
    kinds: list('insurance broker, digital insurer, reinsurance specialist, claims services company'),
    offers: list(
      'insures freelancers online, brokers cover for shipping, settles motor claims, insures crops by weather index, offers pet and home policies',
    ),
    customers: list('freelancers, shipping companies, farmers, households, car fleets'),
    nouns: list('Insurance, Assurance, Cover, Mutual, Underwriting'),
    keywords: list('insurance, insurtech, claims, risk, underwriting, brokers'),
    technologies: list('Guidewire, Salesforce, Java, Oracle, Snowflake, Power BI, Pega'),
  },
  {
    name: 'Food and Beverage',
    weight: 6,
    kinds: list('food producer, beverage maker, craft brewery, plant-based food company, bakery group'),
    offers: list(
      'makes plant-based spreads, brews alcohol-free beer, bakes for hotels and canteens, presses regional juices, produces organic pasta, roasts specialty coffee',
    ),
    customers: list('supermarkets, restaurants, hotels, health food shops, caterers'),
    nouns: list('Foods, Kitchen, Brewing, Bakery, Farms, Beverages'),
    keywords: list('food, beverages, organic, plant-based, retail, catering, quality'),
    technologies: list('SAP Business One, Microsoft Dynamics, Shopify, Sage, Navision, Mailchimp'),
  },
  {
    name: 'Hospitality and Travel',
    weight: 5,
    kinds: list('hotel group, travel operator, event venue, travel technology company, restaurant group'),
    offers: list(
      'runs design hotels, arranges cycling holidays, books group travel, operates conference venues, offers software for guest messaging',
    ),
    customers: list('business travellers, families, event planners, travel agencies, hotel owners'),
    nouns: list('Hotels, Travel, Journeys, Hospitality, Resorts, Events'),
    keywords: list('hospitality, travel, hotels, events, tourism, booking, restaurants'),
    technologies: list('Opera PMS, Cloudbeds, Mews, Mailchimp, WordPress, Stripe, Amadeus'),
  },
  {
    name: 'Automotive',
    weight: 5,
    kinds: list('automotive supplier, electric vehicle company, workshop chain, mobility company'),
    offers: list(
      'develops battery housings, converts vans to electric drive, runs car-sharing fleets, supplies interior parts, repairs commercial vehicles, builds test benches',
    ),
    customers: list('vehicle makers, delivery fleets, municipalities, dealers, racing teams'),
    nouns: list('Automotive, Motors, Mobility, Drive, Vehicles, Powertrain'),
    keywords: list('automotive, electric vehicles, mobility, fleet, batteries, suppliers'),
    technologies: list('CATIA, SAP, MATLAB, Vector CANoe, C++, Jira, Siemens Teamcenter'),
  },
  {
    name: 'Agriculture',
    weight: 3,
    kinds: list('agricultural technology company, seed producer, farm machinery maker, vertical farming company'),
    offers: list(
      'breeds drought-tolerant seed, grows herbs indoors, maps fields with drones, builds weeding robots, trades grain online',
    ),
    customers: list('farmers, cooperatives, supermarkets, vineyards, greenhouse operators'),
    nouns: list('Agri, Farms, Fields, Seeds, Growers, Harvest'),
    keywords: list('agriculture, agtech, farming, drones, robotics, seeds, sustainability'),
    technologies: list('ArcGIS, Python, John Deere Operations Center, AWS, Grafana, Microsoft Dynamics'),
  },
  {
    name: 'Non-Profit',
    weight: 3,
    kinds: list('non-profit organisation, foundation, social enterprise, research association'),
    offers: list(
      'restores wetlands, funds community energy, trains young people in trades, supports refugees with legal advice, publishes open data on air quality',
    ),
    customers: list('local communities, donors, schools, public authorities, volunteers'),
    nouns: list('Foundation, Trust, Initiative, Alliance, Network'),
    keywords: list('non-profit, foundation, social impact, fundraising, environment, community'),
    technologies: list('WordPress, Salesforce, Mailchimp, Google Workspace, CiviCRM, Raisenow'),
  },
];
