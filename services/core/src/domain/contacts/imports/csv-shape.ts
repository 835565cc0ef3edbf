/** Number of initial lines used to detect the format. */
const linesMax = 20;
const delimiters = [',', ';', '\t', '|'] as const;

/** Excel's delimiter declaration in the first line. */
const sepLine = /^\ufeff?"?sep=(.)"?\r?(?:\n|$)/i;

export interface CsvShape {
  delimiter: string;
  /** Characters before the first record. */
  skip: number;
}

function countOutsideQuotes(line: string): Map<string, number> {
  const counts = new Map<string, number>(delimiters.map((delimiter) => [delimiter, 0]));
  let isQuoted = false;
  for (const character of line) {
    if (character === '"') isQuoted = !isQuoted;
    else if (!isQuoted && counts.has(character)) counts.set(character, counts.get(character)! + 1);
  }
  return counts;
}

/** First records of a file. Line breaks inside quotes do not end a record. */
function firstRecords(text: string): string[] {
  const records: string[] = [];
  let record = '';
  for (const line of text.split(/\r?\n|\r/)) {
    record = record === '' ? line : `${record}\n${line}`;
    if ((record.match(/"/g)?.length ?? 0) % 2 === 1) continue;
    if (record.trim() !== '') records.push(record);
    record = '';
    if (records.length === linesMax) break;
  }
  return records.length > 0 ? records : [text.split(/\r?\n|\r/)[0] ?? ''];
}

/** Picks the delimiter that splits most records into the same number of cells, then the one with the most cells. */
export function csvShapeOf(start: string): CsvShape {
  const named = sepLine.exec(start);
  if (named) return { delimiter: named[1]!, skip: named[0].length };
  const counts = firstRecords(start).map(countOutsideQuotes);
  const judged = delimiters.map((delimiter) => {
    const own = counts.map((count) => count.get(delimiter)!).filter((count) => count > 0);
    const sameAs = Math.max(0, ...own.map((count) => own.filter((other) => other === count).length));
    const inHeader = counts[0]?.get(delimiter) ?? 0;
    return { delimiter, sameAs, inHeader, cells: Math.max(0, ...own) };
  });
  const [best] = judged.sort(
    (one, other) =>
      Number(other.inHeader > 0) - Number(one.inHeader > 0) || other.sameAs - one.sameAs || other.cells - one.cells,
  );
  return { delimiter: best!.cells > 0 ? best!.delimiter : ',', skip: 0 };
}
