// Spreadsheet programs would run a cell with this start as a formula (OWASP: CSV injection). Cells with leading
// apostrophes are protected too, because an import removes exactly one.
const formulaStart = /^'*[=+\-@\t\r]/;
const needsQuotes = /[",\r\n]/;

function cell(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'string') return String(value);
  const harmless = formulaStart.test(value) ? `'${value}` : value;
  return needsQuotes.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** One line of CSV (RFC 4180), including its line ending. */
export function csvLine(values: readonly unknown[]): string {
  return `${values.map(cell).join(',')}\r\n`;
}
