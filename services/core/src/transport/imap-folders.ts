import type { ImapFlow, ListResponse, NamespaceObject } from 'imapflow';
import { within } from '../process/within.ts';

/** A folder that is read in addition to the inbox. */
export interface OtherFolder {
  /** Names its reading position: the kind of a special folder, otherwise its encoded path. */
  key: string;
  path: string;
  /** True for mail that a person sent with their own mail client. */
  isSent: boolean;
  /** Undefined if the server does not say. */
  status?: { uidValidity: string; uidNext: number };
}

/** A server without LIST-STATUS (RFC 5819) needs one command per folder. */
const listMs = 120_000;

/** Drafts, deleted mail, and views of mail that other folders have. */
const neverRead: readonly string[] = ['\\Drafts', '\\Trash', '\\Flagged', '\\Important'];
const ofAllMail: readonly string[] = ['\\All', '\\Junk', '\\Sent'];
const keys: Readonly<Record<string, string>> = { '\\Junk': 'junk', '\\Sent': 'sent' };

export interface Folders {
  /** Every folder of the person that replies can be in, since filters sort mail into any folder. */
  others: OtherFolder[];
  /** Folder of deleted mail. Undefined if it is missing. */
  trash?: OtherFolder;
}

/**
 * Folders besides the inbox. Kinds come from the server's attributes (RFC 6154), otherwise from the usual names. If one
 * folder has all mail (Gmail), its labels are not read again.
 */
export async function findFolders(client: ImapFlow): Promise<Folders> {
  const listed = await within(listMs, client.list({ statusQuery: { uidNext: true, uidValidity: true } }));
  const trash = listed.find(({ specialUse }) => specialUse === '\\Trash');
  return { others: othersOf(client, listed), ...(trash && { trash: toFolder(trash) }) };
}

function othersOf(client: ImapFlow, listed: readonly ListResponse[]): OtherFolder[] {
  const foreign = prefixesOf(client);
  const readable = listed.filter(
    ({ path, flags, specialUse = '' }) =>
      path.toUpperCase() !== 'INBOX' &&
      !flags.has('\\Noselect') &&
      !neverRead.some((kind) => specialUse === kind || flags.has(kind)) &&
      !foreign.some((prefix) => path.startsWith(prefix)),
  );
  const hasAllMail = readable.some(({ specialUse }) => specialUse === '\\All');
  const chosen = hasAllMail ? readable.filter(({ specialUse = '' }) => ofAllMail.includes(specialUse)) : readable;
  return chosen.map(toFolder);
}

/** Beginnings of the paths of shared folders and other people's mail (RFC 2342). */
function prefixesOf({ namespaces }: ImapFlow): string[] {
  const others: NamespaceObject[] = [...(namespaces?.other || []), ...(namespaces?.shared || [])];
  return others.map(({ prefix }) => prefix).filter((prefix) => prefix !== '');
}

function toFolder({ path, specialUse = '', status }: ListResponse): OtherFolder {
  const { uidNext, uidValidity } = status ?? {};
  return {
    key: keys[specialUse] ?? Buffer.from(path).toString('base64url'),
    path,
    isSent: specialUse === '\\Sent',
    ...(uidNext !== undefined &&
      uidValidity !== undefined && { status: { uidNext, uidValidity: String(uidValidity) } }),
  };
}

/** Path of the folder for sent mail. Undefined if it is missing. */
export async function findSentFolder(client: ImapFlow, timeoutMs: number): Promise<string | undefined> {
  const listed = await within(timeoutMs, client.list());
  return listed.find(({ specialUse }) => specialUse === '\\Sent')?.path;
}
