/** Why a test of another project may fail here, by what its error says. */
export interface Reason {
  reason: string;
  /** What is refused by design, or is no matter of the server. */
  isByDesign: boolean;
  pattern: RegExp;
}

export const reasons: readonly Reason[] = [
  { reason: 'refused by name (238)', isByDesign: true, pattern: /not supported by embedded-mongo|NotImplemented/ },
  { reason: 'no such command', isByDesign: true, pattern: /no such command/ },
  {
    reason: 'no sharding, no secondary',
    isByDesign: true,
    pattern: /\bshard|\bmongos\b|secondar|non-primary|sends it though the driver/i,
  },
  { reason: 'geo, text and $where', isByDesign: true, pattern: /geo|2dsphere|\$near|\$text|\$where/i },
  { reason: 'change streams', isByDesign: true, pattern: /change ?stream|\bwatch\b/i },
  { reason: 'collections of other kinds', isByDesign: true, pattern: /capped|time ?series|clustered|\bviews?\b/i },
  { reason: 'encryption', isByDesign: true, pattern: /encrypt|mongocryptd/i },
  {
    reason: 'fails alone without a server as well',
    isByDesign: true,
    pattern: /^setDefaultsOnInsert .*(gh-10660|gh-11235|gh-11668|gh-12279)/,
  },
  {
    reason: 'a search index of Atlas',
    isByDesign: true,
    pattern: /listSearchIndexes/,
  },
  {
    reason: 'a cursor ends with its last document, where MongoDB sends one more batch without any',
    isByDesign: true,
    pattern: /^Find Cursor #next should support a batch size/,
  },
  { reason: 'wants a second server', isByDesign: true, pattern: /on a different server/ },
  { reason: 'wants other programs', isByDesign: true, pattern: /MODULE_NOT_FOUND|Cannot find module|ENOENT/ },
];

export const unexplained: Reason = { reason: 'unexplained', isByDesign: false, pattern: /^/ };

/** The first reason that fits the title or the error of a failed test. */
export function reasonOf(title: string, error: string): Reason {
  return reasons.find(({ pattern }) => pattern.test(error) || pattern.test(title)) ?? unexplained;
}
