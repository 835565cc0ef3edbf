/** Company as an open register publishes it. */
export interface RegisterCompany {
  /** Identifies the company in the register, over all its editions. */
  externalId: string;
  name: string;
  websiteUrl: string | null;
  domain: string | null;
  industry: string | null;
  keywords: string[];
  foundedYear: number | null;
  type: string | null;
  /** `country` is an ISO 3166-1 alpha-2 code. */
  location: { city: string | null; region: string | null; country: string | null };
}

/** A company, or the reason to skip its row (`inactive`) or to reject it (a column without a usable value). */
export type RegisterRow = { company: RegisterCompany } | { reason: 'inactive' } | { missing: string };

/** Cells by column name, trimmed. */
export type Cells = Record<string, string>;

/** An open register, in the shape of its published file. */
export interface Register {
  title: string;
  license: string;
  /** Page with the license and the files. */
  url: string;
  /** Columns without which the file is another one. Alternatives are in one list. */
  required: readonly (readonly string[])[];
  /** Columns that are read. A file can have hundreds. */
  columns: readonly string[];
  read(cells: Cells): RegisterRow;
}

/** Null for an empty cell. */
export function filledCell(cell: string | undefined): string | null {
  return cell === undefined || cell === '' ? null : cell;
}

/** "GREATER LONDON" as "Greater London". Mixed case stays. */
export function placeName(cell: string | undefined): string | null {
  const text = filledCell(cell);
  if (text === null || text !== text.toUpperCase()) return text;
  return text.toLowerCase().replace(/(^|[\s\-/(.])\p{L}/gu, (start) => start.toUpperCase());
}

/** Year of an ISO date or of a date as dd/mm/yyyy. */
export function yearOf(cell: string | undefined): number | null {
  const [, iso, british] = /^(\d{4})-|^\d{2}\/\d{2}\/(\d{4})$/.exec(cell ?? '') ?? [];
  const year = Number(iso ?? british);
  return year >= 1500 && year <= 2100 ? year : null;
}
