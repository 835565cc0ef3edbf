import type { Industry } from './industry.ts';
import { list } from './list.ts';

export const softwareIndustries: Industry[] = [
  {
    name: 'Software',
    also: 'saas application app program tool platform payroll crm erp accounting software hr software it',
    weight: 16,
    kinds: list(
      'SaaS company, software vendor, B2B software company, developer tools company, workflow software maker',
    ),
    offers: list(
      'builds project planning software, automates document workflows, offers a low-code platform for internal tools, sells contract management software, helps teams run customer support from one inbox, gives engineering teams observability and incident tooling, provides scheduling software with an open API',
    ),
    customers: list(
      'mid-sized service firms, product teams, operations departments, agencies, fast-growing start-ups, enterprise IT',
    ),
    nouns: list('Labs, Software, Systems, Works, Stack, Cloud, Apps, Logic'),
    keywords: list('saas, b2b, automation, workflow, api, platform, productivity, developer tools, observability'),
    technologies: list(
      'React, TypeScript, Node.js, Kubernetes, PostgreSQL, Docker, Terraform, GitHub, Datadog, Stripe, Python, Go',
    ),
  },
  {
    name: 'Financial Technology',
    also: 'fintech bank banking neobank payment finance financial credit loan lending wealth investment trading crypto accounting payroll',
    weight: 8,
    kinds: list('fintech, payments company, lending platform, open banking provider, financial software maker'),
    offers: list(
      'processes card and account-to-account payments, offers expense cards for teams, automates invoice financing, runs identity and fraud checks, builds treasury software, provides a lending engine for banks',
    ),
    customers: list('online merchants, banks, finance teams, marketplaces, small businesses'),
    nouns: list('Pay, Ledger, Finance, Capital Systems, Treasury, Money'),
    keywords: list('fintech, payments, compliance, fraud, open banking, lending, invoicing, treasury'),
    technologies: list('Java, Kotlin, Kafka, PostgreSQL, Kubernetes, Snowflake, Stripe, Plaid, Python, Terraform'),
  },
  {
    name: 'Cybersecurity',
    also: 'cyber security infosec information security antivirus firewall hacking pentest',
    weight: 6,
    kinds: list(
      'cybersecurity company, security software vendor, managed security provider, identity security company',
    ),
    offers: list(
      'monitors cloud accounts for misconfigurations, runs a managed detection and response service, tests applications for vulnerabilities, secures machine identities, trains staff against phishing',
    ),
    customers: list('regulated industries, hospitals, banks, software companies, public bodies'),
    nouns: list('Security, Shield, Sentinel, Defense, Guard, Trust'),
    keywords: list('cybersecurity, cloud security, penetration testing, zero trust, compliance, identity, iso 27001'),
    technologies: list('Splunk, CrowdStrike, Okta, Python, Rust, Elasticsearch, Kubernetes, Terraform, Wazuh'),
  },
  {
    name: 'Data and Artificial Intelligence',
    also: 'ai artificial intelligence ml machine learning big data analytics llm chatbot robotics business intelligence',
    weight: 8,
    kinds: list('data platform company, machine learning company, analytics vendor, AI start-up, data consultancy'),
    offers: list(
      'forecasts demand with machine learning, turns contracts into structured data, builds computer vision for inspection, offers a feature store for data teams, provides a semantic search engine, cleans and matches customer records',
    ),
    customers: list('retailers, manufacturers, data teams, insurers, research groups'),
    nouns: list('Analytics, Data, Intelligence, Insight, Vision, Models'),
    keywords: list(
      'machine learning, artificial intelligence, analytics, computer vision, nlp, data engineering, forecasting',
    ),
    technologies: list(
      'Python, PyTorch, Snowflake, Databricks, Apache Spark, Airflow, dbt, Kubernetes, PostgreSQL, Kafka',
    ),
  },
  {
    name: 'Information Technology Services',
    also: 'it msp system integrator software house web development outsourcing consultancy hosting helpdesk',
    weight: 10,
    kinds: list('IT consultancy, managed service provider, systems integrator, cloud consultancy, digital agency'),
    offers: list(
      'migrates business applications to the cloud, runs networks and workplaces, implements ERP systems, builds custom web applications, takes over legacy software, operates data centres',
    ),
    customers: list(
      'family-owned manufacturers, municipalities, law firms, logistics companies, mid-sized enterprises',
    ),
    nouns: list('Consulting, IT Services, Solutions, Digital, Integration, Networks'),
    keywords: list(
      'managed services, cloud migration, erp, consulting, outsourcing, digital transformation, it support',
    ),
    technologies: list('SAP, VMware, Azure, ServiceNow, Cisco, Java, .NET, Ansible, Terraform, Citrix'),
  },
  {
    name: 'E-Commerce',
    also: 'ecommerce online shop store retail retailer webshop marketplace d2c fashion clothing consumer goods furniture',
    weight: 8,
    kinds: list('online retailer, e-commerce brand, marketplace, direct-to-consumer brand, subscription shop'),
    offers: list(
      'sells sustainable home goods online, runs a marketplace for spare parts, ships coffee by subscription, sells outdoor equipment, offers refurbished electronics, delivers pet food to the door',
    ),
    customers: list('households, hobbyists, small workshops, young families, outdoor enthusiasts'),
    nouns: list('Shop, Market, Store, Goods, Supply, Direct'),
    keywords: list('e-commerce, retail, d2c, marketplace, subscription, logistics, returns, online shop'),
    technologies: list('Shopify, Magento, Klaviyo, Stripe, Google Ads, Meta Ads, Algolia, Adyen, Shopware, Gorgias'),
  },
  {
    name: 'Marketing and Advertising',
    also: 'agency advertising ad web design designer branding pr public relations media buying seo social media creative digital agency',
    weight: 7,
    kinds: list('marketing agency, performance agency, brand studio, advertising technology company, content agency'),
    offers: list(
      'plans performance campaigns, designs brands and websites, produces content for industrial companies, runs search advertising, measures campaigns without cookies',
    ),
    customers: list('consumer brands, software companies, tourism boards, manufacturers, retailers'),
    nouns: list('Media, Creative, Studio, Agency, Brands, Communications'),
    keywords: list('marketing, advertising, seo, content, branding, lead generation, campaigns, social media'),
    technologies: list('Google Ads, HubSpot, Marketo, Adobe Creative Cloud, Figma, Semrush, Meta Ads, Webflow, Hotjar'),
  },
  {
    name: 'Telecommunications',
    also: 'telecom telco mobile network internet provider isp broadband fibre fiber satellite 5g',
    weight: 4,
    kinds: list(
      'telecommunications operator, fibre network builder, communications platform, satellite connectivity company',
    ),
    offers: list(
      'builds regional fibre networks, offers voice and messaging interfaces, connects remote sites, operates private 5G networks, sells business internet and telephony',
    ),
    customers: list('municipal utilities, call centres, ports, rural communities, business parks'),
    nouns: list('Telecom, Networks, Connect, Fibre, Link, Signal'),
    keywords: list('telecom, fibre, 5g, voip, connectivity, network, iot'),
    technologies: list('Cisco, Juniper, Twilio, Oracle, Salesforce, Python, OpenStack, Ericsson'),
  },
  {
    name: 'Education',
    also: 'school university college academy edtech teaching training course learning tutoring elearning',
    weight: 6,
    kinds: list('education technology company, online academy, vocational school, learning platform, language school'),
    offers: list(
      'teaches programming online, offers a learning platform for companies, trains technicians, runs language courses, digitises school administration',
    ),
    customers: list('schools, universities, human resources departments, career changers, public employers'),
    nouns: list('Academy, Learning, Campus, Education, Institute, School'),
    keywords: list('edtech, e-learning, training, courses, lms, certification, universities'),
    technologies: list('Moodle, Canvas, Zoom, React, PHP, Google Workspace, H5P, Laravel'),
  },
  {
    name: 'Media and Entertainment',
    also: 'publisher publishing game gaming film tv television music video streaming podcast newspaper magazine studio news',
    weight: 5,
    kinds: list('publishing house, game studio, production company, podcast network, streaming service'),
    offers: list(
      'publishes specialist magazines, develops mobile games, produces documentaries, runs a podcast network, licenses music for film and advertising',
    ),
    customers: list('readers, players, broadcasters, advertisers, streaming platforms'),
    nouns: list('Media, Pictures, Games, Press, Studios, Publishing'),
    keywords: list('media, publishing, games, video, streaming, content, licensing'),
    technologies: list('Unity, Unreal Engine, Adobe Creative Cloud, WordPress, AWS, Brightcove, C++'),
  },
];
