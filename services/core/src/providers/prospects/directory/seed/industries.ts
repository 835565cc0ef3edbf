import { softwareIndustries } from './industries-software.ts';
import { tradeIndustries } from './industries-trade.ts';
import type { Industry } from './industry.ts';

export const industries: Industry[] = [...softwareIndustries, ...tradeIndustries];

/** Tools used by companies in any industry. */
export const generalTechnologies = [
  'Microsoft 365',
  'Google Workspace',
  'Slack',
  'Salesforce',
  'HubSpot',
  'Zoom',
  'Jira',
  'Notion',
  'Zendesk',
  'WordPress',
  'Google Analytics',
  'Power BI',
  'Tableau',
  'AWS',
  'Azure',
  'Google Cloud',
  'Cloudflare',
  'DocuSign',
  'Workday',
  'Mailchimp',
];
