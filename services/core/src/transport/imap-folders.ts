import type { ImapFlow, ListResponse } from 'imapflow';
import { within } from '../process/within.ts';

/** Folders read in addition to the inbox: filtered mail, and mail that a person sent with their own mail client. */
export const otherFolders = ['junk', 'sent'] as const;
export type OtherFolder = (typeof otherFolders)[number];

const specialUse: Record<OtherFolder, string> = { junk: '\\Junk', sent: '\\Sent' };
const usualNames: Record<OtherFolder, RegExp> = {
  junk: /^(junk|junk e-?mail|spam|bulk( mail)?|spamverdacht|courrier indésirable|correo no deseado|posta indesiderata|ongewenste e-mail)$/i,
  sent: /^(sent|sent (items|messages|mail)|gesendet|gesendete (objekte|elemente)|éléments envoyés|enviados|posta inviata|verzonden( items)?|wysłane)$/i,
};

function pathOf(folders: ListResponse[], folder: OtherFolder): string | null {
  const flagged = folders.find((one) => one.specialUse === specialUse[folder]);
  return (flagged ?? folders.find(({ name }) => usualNames[folder].test(name)))?.path ?? null;
}

/** Finds the folders by the server's attributes (RFC 6154) or the usual names. Missing ones are skipped. */
export async function findOtherFolders(
  client: ImapFlow,
  timeoutMs: number,
): Promise<{ folder: OtherFolder; path: string }[]> {
  const folders = await within(
    timeoutMs,
    client.list().catch(() => [] as ListResponse[]),
  );
  return otherFolders.flatMap((folder) => {
    const path = pathOf(folders, folder);
    return path === null ? [] : [{ folder, path }];
  });
}
