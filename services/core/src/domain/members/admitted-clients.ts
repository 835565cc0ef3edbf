/** Client facts that an MCP connection provides. */
export interface ClientFacts {
  /** Name that the client gives itself. */
  name: string;
  /** Host of the redirect URL used at approval. Absent for a program on the person's own computer. */
  host?: string;
}

export const admittedClientsMax = 50;
const entryLengthMax = 100;
const address = /^[\w-]+(\.[\w-]+)+(:\d+)?$/;

/**
 * A site is identified by its host, which no one else can use. A program on a person's computer is identified only by
 * the name that it gives itself. A null or absent `admitted` admits any client.
 */
export function isAdmitted(admitted: readonly string[] | null | undefined, { name, host }: ClientFacts): boolean {
  if (!admitted) return true;
  const known = (host ?? name).trim().toLowerCase();
  return admitted.some((entry) => address.test(entry) === (host !== undefined) && entry.toLowerCase() === known);
}

/** Parses one entry per line: `claude.ai` or `https://claude.ai/…` for a site, otherwise a program's name. */
export function readAdmitted(text: string): string[] {
  const entries = text.split('\n').map((line) => entryOf(line.replace(/\s+/g, ' ').trim()));
  const isFirst = (entry: string, index: number) =>
    entries.findIndex((other) => other.toLowerCase() === entry.toLowerCase()) === index;
  return entries.filter((entry, index) => entry !== '' && isFirst(entry, index));
}

function entryOf(line: string): string {
  return /^https?:\/\//i.test(line) ? (URL.parse(line)?.host ?? line) : line;
}

/** Problem with the list, or null. */
export function problemOfAdmitted(entries: readonly string[]): string | null {
  if (entries.length === 0) return 'Name at least one client, or admit any.';
  if (entries.length > admittedClientsMax) return `Name at most ${admittedClientsMax} clients.`;
  const long = entries.some((entry) => entry.length > entryLengthMax);
  return long ? `Use at most ${entryLengthMax} characters for a client.` : null;
}
