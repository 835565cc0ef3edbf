import { fstatSync, readSync, writeSync } from 'node:fs';

/**
 * The format of SQLite's pages: https://www.sqlite.org/fileformat2.html#b_tree_pages. The area between a page's list of
 * cells and the cells is unused. When SQLite moves cells to another page, their old bytes stay in this area, even if
 * the rows are deleted later. secure_delete does not clear them. Nothing reads this area, so the only thread that moves
 * the log into the file can overwrite it there at any time.
 */
const headerBytesOf: Record<number, number> = { 2: 12, 5: 12, 10: 8, 13: 8 };
const fileHeaderBytes = 100;
/** Other pages begin with a page number. In a file with fewer pages, its first byte is none of the values above. */
const pagesMax = 2 ** 25;
const chunkPages = 256;

function unusedPart(page: Buffer, number: number): [from: number, to: number] | undefined {
  const header = number === 1 ? fileHeaderBytes : 0;
  const headerBytes = headerBytesOf[page[header]!];
  if (headerBytes === undefined) return undefined;
  const from = header + headerBytes + 2 * page.readUInt16BE(header + 3);
  const to = page.readUInt16BE(header + 5);
  return from < to && to <= page.length ? [from, to] : undefined;
}

/** Clears the unused area of pages in a file that is open for reading and writing. */
export class UnusedBytes {
  private readonly descriptor: number;
  private readonly pageBytes: number;
  private readonly zeros: Buffer;

  constructor(descriptor: number, pageBytes: number) {
    this.descriptor = descriptor;
    this.pageBytes = pageBytes;
    this.zeros = Buffer.alloc(pageBytes);
  }

  clear(pages: Iterable<number>): void {
    const { pages: last } = this;
    if (last > pagesMax) return;
    const page = Buffer.allocUnsafe(this.pageBytes);
    for (const number of pages) {
      if (number < 1 || number > last) continue;
      readSync(this.descriptor, page, 0, page.length, this.startOf(number));
      this.clearPage(page, number);
    }
  }

  /** Clears some pages, starting with the given one. Returns the next page number, or undefined after the last page. */
  clearSome(first: number): number | undefined {
    if (this.pages > pagesMax) return undefined;
    const chunk = Buffer.allocUnsafe(chunkPages * this.pageBytes);
    const read = readSync(this.descriptor, chunk, 0, chunk.length, this.startOf(first));
    const count = Math.floor(read / this.pageBytes);
    for (let at = 0; at < count; at++) {
      this.clearPage(chunk.subarray(at * this.pageBytes, (at + 1) * this.pageBytes), first + at);
    }
    return count === chunkPages ? first + count : undefined;
  }

  private get pages(): number {
    return Math.floor(fstatSync(this.descriptor).size / this.pageBytes);
  }

  private startOf(page: number): number {
    return (page - 1) * this.pageBytes;
  }

  private clearPage(page: Buffer, number: number): void {
    const part = unusedPart(page, number);
    if (!part) return;
    const [from, to] = part;
    if (page.compare(this.zeros, 0, to - from, from, to) === 0) return;
    writeSync(this.descriptor, this.zeros, 0, to - from, this.startOf(number) + from);
  }
}
