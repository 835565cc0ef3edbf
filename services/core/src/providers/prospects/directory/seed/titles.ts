import type { Seniority } from '../../../../domain/contacts/contact.ts';
import type { Department } from '../../prospect-source.ts';

export interface Title {
  title: string;
  seniority: Seniority;
  department: Department;
  /** Minimum company size for this position, in employees. */
  from: number;
  /** Maximum company size for this position, in employees. */
  to: number;
  /** Other search words for the position. */
  also: string;
}

const anySize = Number.POSITIVE_INFINITY;

function title(
  text: string,
  seniority: Seniority,
  department: Department,
  from: number,
  to = anySize,
  also = '',
): Title {
  return { title: text, seniority, department, from, to, also };
}

/** Heads of a company. The first one that fits its size applies. */
export const leaderTitles: Title[] = [
  title('Founder and CEO', 'founder', 'executive', 1, 200, 'chief executive officer co-founder owner start-up'),
  title('Co-Founder', 'founder', 'executive', 1, 100, 'founder start-up'),
  title('Owner', 'owner', 'executive', 1, 100, 'proprietor family business'),
  title('Managing Director', 'c_suite', 'executive', 11, 5000, 'md general manager chief executive'),
  title('Managing Partner', 'partner', 'executive', 5, 500, 'partner'),
  title('Chief Executive Officer', 'c_suite', 'executive', 51, anySize, 'ceo'),
];

export const staffTitles: Title[] = [
  title('Chief Technology Officer', 'c_suite', 'engineering', 11, anySize, 'cto technical tech'),
  title('Chief Financial Officer', 'c_suite', 'finance', 51, anySize, 'cfo'),
  title('Chief Operating Officer', 'c_suite', 'operations', 51, anySize, 'coo'),
  title('Chief Marketing Officer', 'c_suite', 'marketing', 201, anySize, 'cmo'),
  title('Chief Revenue Officer', 'c_suite', 'sales', 201, anySize, 'cro'),
  title('Chief Information Officer', 'c_suite', 'it', 501, anySize, 'cio'),
  title('Chief Information Security Officer', 'c_suite', 'security', 501, anySize, 'ciso cyber'),
  title('Chief People Officer', 'c_suite', 'human_resources', 501, anySize, 'chro cpo hr'),
  title('Chief Product Officer', 'c_suite', 'product', 201, anySize, 'cpo'),
  title('Chief Data Officer', 'c_suite', 'data', 1001, anySize, 'cdo'),
  title('VP of Engineering', 'vp', 'engineering', 101, anySize, 'vice president software development'),
  title('VP of Sales', 'vp', 'sales', 101, anySize, 'vice president'),
  title('VP of Marketing', 'vp', 'marketing', 101, anySize, 'vice president growth'),
  title('VP of Customer Success', 'vp', 'customer_success', 201, anySize, 'vice president cs'),
  title('VP of Operations', 'vp', 'operations', 201, anySize, 'vice president'),
  title('Head of Sales', 'head', 'sales', 11, 500, 'leader chief'),
  title('Head of Marketing', 'head', 'marketing', 11, 500, 'leader growth'),
  title('Head of Engineering', 'head', 'engineering', 25, 500, 'leader software development'),
  title('Head of Product', 'head', 'product', 25, 1000, 'leader product management'),
  title('Head of Design', 'head', 'design', 50, 2000, 'leader ux'),
  title('Head of Data', 'head', 'data', 50, 2000, 'leader analytics machine learning'),
  title('Head of IT', 'head', 'it', 25, 2000, 'leader information technology infrastructure'),
  title('Head of People', 'head', 'human_resources', 25, 1000, 'hr leader talent'),
  title('Head of Procurement', 'head', 'procurement', 101, anySize, 'purchasing buyer leader'),
  title('Head of Partnerships', 'head', 'sales', 50, 2000, 'alliances business development channel'),
  title('Head of Customer Success', 'head', 'customer_success', 25, 1000, 'leader cs account management'),
  title('Head of Research', 'head', 'research', 50, anySize, 'r&d science leader'),
  title('Director of Finance', 'director', 'finance', 101, anySize, 'financial controlling'),
  title('Director of Operations', 'director', 'operations', 51, anySize, 'plant'),
  title('Director of Demand Generation', 'director', 'marketing', 201, anySize, 'lead generation growth'),
  title('Director of Information Security', 'director', 'security', 201, anySize, 'cyber infosec'),
  title('Director of Supply Chain', 'director', 'supply_chain', 201, anySize, 'logistics'),
  title('Director of Human Resources', 'director', 'human_resources', 201, anySize, 'hr people'),
  title('Director of Product Management', 'director', 'product', 201, anySize, ''),
  title('General Counsel', 'director', 'legal', 201, anySize, 'lawyer attorney'),
  title('Marketing Manager', 'manager', 'marketing', 5, anySize, ''),
  title('Sales Manager', 'manager', 'sales', 5, anySize, 'account'),
  title('Operations Manager', 'manager', 'operations', 5, anySize, 'office'),
  title('Product Manager', 'manager', 'product', 11, anySize, ''),
  title('Engineering Manager', 'manager', 'engineering', 25, anySize, 'software development team lead'),
  title('IT Manager', 'manager', 'it', 11, anySize, 'information technology administrator'),
  title('HR Manager', 'manager', 'human_resources', 25, anySize, 'human resources people'),
  title('Finance Manager', 'manager', 'finance', 11, anySize, 'accounting controller'),
  title('Procurement Manager', 'manager', 'procurement', 51, anySize, 'purchasing buyer'),
  title('Logistics Manager', 'manager', 'supply_chain', 51, anySize, 'warehouse shipping'),
  title('Customer Success Manager', 'manager', 'customer_success', 11, anySize, 'csm account'),
  title('Business Development Manager', 'manager', 'sales', 11, anySize, 'bdm partnerships'),
  title('Senior Software Engineer', 'senior', 'engineering', 11, anySize, 'developer backend frontend'),
  title('Senior Data Scientist', 'senior', 'data', 51, anySize, 'machine learning analytics'),
  title('Senior Account Executive', 'senior', 'sales', 25, anySize, 'ae seller'),
  title('Senior Product Designer', 'senior', 'design', 25, anySize, 'ux ui'),
  title('Security Engineer', 'senior', 'security', 101, anySize, 'cyber infosec'),
  title('Research Scientist', 'senior', 'research', 51, anySize, 'r&d'),
  title('Software Engineer', 'entry', 'engineering', 5, anySize, 'developer programmer'),
  title('Account Executive', 'entry', 'sales', 11, anySize, 'ae seller'),
  title('Marketing Specialist', 'entry', 'marketing', 11, anySize, 'content social media'),
  title('Legal Counsel', 'senior', 'legal', 101, anySize, 'lawyer'),
  title('Data Analyst', 'entry', 'data', 25, anySize, 'analytics'),
  title('Marketing Intern', 'intern', 'marketing', 51, anySize, 'trainee working student'),
];

const headOfOperations = title('Head of Operations', 'head', 'operations', 11, anySize, 'leader');
export const allTitles: Title[] = [...leaderTitles, ...staffTitles, headOfOperations];

const headOfSales = staffTitles.find(({ title }) => title === 'Head of Sales')!;

/**
 * Titles listed at most companies of an industry, so that searches suggested by the README and the pages find someone.
 */
export const headsOfIndustry: Readonly<Record<string, readonly Title[]>> = {
  Logistics: [headOfSales, headOfOperations],
};
