import { type ManifestGroup, type ManifestText, manifestGroupsMax } from '../../../domain/approvals/manifest.ts';
import { AppError } from '../../../errors/errors.ts';

const namedMax = 10;

/** Rejects more groups than a person can read, and names the branches that make them. Mailboxes do not count. */
export function refuseTooMany(
  groups: readonly Pick<ManifestGroup, 'texts' | 'footers' | 'notice'>[],
  texts: readonly ManifestText[],
): void {
  const kinds = new Set(groups.map((group) => JSON.stringify([group.texts, group.footers, group.notice])));
  if (kinds.size <= manifestGroupsMax) return;
  const named = [...new Set(texts.flatMap(({ branch }) => branch))].slice(0, namedMax).join('; ');
  throw new AppError(
    'limit_reached',
    `Its recipients get ${kinds.size} different texts, of ${manifestGroupsMax} at most that a person can read. ` +
      `They differ by ${named || 'values that the texts assign or capture'}. Use fewer branches, or show the values ` +
      'as placeholders.',
  );
}
