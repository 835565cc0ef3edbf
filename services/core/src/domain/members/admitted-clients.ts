/** An MCP client as a connection knows it. */
export interface ClientFacts {
  /** What it says of itself. */
  name: string;
  /** The address that it returned to when a person let it in; absent for a program on their own computer. */
  host?: string;
}

export const admittedClientsMax = 50;
const entryLengthMax = 100;
const address = /^[\w-]+(\.[\w-]+)+(:\d+)?$/;

/**
 * A site is known by its address, which nobody else can use; a program on somebody's computer only by the name that it
 * gives itself. `admitted` null or absent: any.
 */
export function isAdmitted(admitted: readonly string[] | null | undefined, { name, host }: ClientFacts): boolean {
  if (!admitted) return true;
  const known = (host ?? name).trim().toLowerCase();
  return admitted.some((entry) => address.test(entry) === (host !== undefined) && entry.toLowerCase() === known);
}

/** One entry a line: `claude.ai` or `https://claude.ai/…` for a site, a program's name otherwise. */
export function readAdmitted(text: string): string[] {
  const entries = text.split('\n').map((line) => entryOf(line.replace(/\s+/g, ' ').trim()));
  const isFirst = (entry: string, index: number) =>
    entries.findIndex((other) => other.toLowerCase() === entry.toLowerCase()) === index;
  return entries.filter((entry, index) => entry !== '' && isFirst(entry, index));
}

function entryOf(line: string): string {
  return /^https?:\/\//i.test(line) ? (URL.parse(line)?.host ?? line) : line;
}

/** What has to be changed about the list; null: nothing. */
export function problemOfAdmitted(entries: readonly string[]): string | null {
  if (entries.length === 0) return 'Name at least one client, or admit any.';
  if (entries.length > admittedClientsMax) return `Name at most ${admittedClientsMax} clients.`;
  const long = entries.some((entry) => entry.length > entryLengthMax);
  return long ? `Use at most ${entryLengthMax} characters for a client.` : null;
}
