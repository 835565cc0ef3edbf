/** Known reason for a failing test of another project, identified by its error message. */
export interface Reason {
  reason: string;
  /** True if the feature is unsupported by design, or if the failure does not concern the server. */
  isByDesign: boolean;
  pattern: RegExp;
}

export const reasons: readonly Reason[] = [
  {
    reason: 'unsupported, rejected by name (238)',
    isByDesign: true,
    pattern: /not supported by embedded-mongo|NotImplemented|closes so pending messages are not read/,
  },
  { reason: 'no such command', isByDesign: true, pattern: /no such command/ },
  {
    reason: 'no sharding, no secondaries',
    isByDesign: true,
    pattern:
      /\bshard|\bmongos\b|secondar|non-primary|sends it though the driver|read ?preference.*Server selection timed out|across topology: Timeout/i,
  },
  {
    reason: 'geo, text, and $where',
    isByDesign: true,
    pattern: /geo|The field 'min' is not valid|2dsphere|\$near|\$text|\$where/i,
  },
  { reason: 'change streams', isByDesign: true, pattern: /change ?stream|\bwatch\b/i },
  {
    reason: 'other kinds of collections',
    isByDesign: true,
    pattern: /capped|time ?series|clustered|\bviews?\b|^CSOT spec prose tests 5\.|^CSOT driver tests Tailable/i,
  },
  { reason: 'encryption', isByDesign: true, pattern: /encrypt|mongocryptd/i },
  {
    reason: 'also fails alone without a server',
    isByDesign: true,
    pattern: /^setDefaultsOnInsert .*(gh-10660|gh-11235|gh-11668|gh-12279)/,
  },
  {
    reason: 'Atlas search indexes',
    isByDesign: true,
    pattern: /SearchIndex/,
  },
  {
    reason: 'a cursor ends with its last document, but MongoDB sends one more empty batch',
    isByDesign: true,
    pattern:
      /^Find Cursor #next should support a batch size|iterates per batch not per document|CursorTimeoutMode\.(refresh|clear) is a no-op|Non-Tailable cursors ITERATION mode/,
  },
  {
    reason: 'replies only to the first hello, no users',
    isByDesign: true,
    pattern: /many hellos in one chunk|^class RTTPinger|connecting with a username and password/,
  },
  {
    reason: 'needs a second server',
    isByDesign: true,
    pattern: /on a different server|Survive Primary Step Down|replSetStepDown|\brepl(?:icaset|ica-set)-logging/,
  },
  {
    reason: 'no limit on new connections per second',
    isByDesign: true,
    pattern: /^Server Discovery and Monitoring Prose Tests Connection Pool Backpressure/,
  },
  {
    reason: 'detects a container, but expects none',
    isByDesign: true,
    pattern: /both container and FAAS provider information/,
  },
  {
    reason: 'needs other programs, or its own build',
    isByDesign: true,
    pattern: /MODULE_NOT_FOUND|Cannot find module|ENOENT|ECONNREFUSED .*:27022|create leak reproduction script/,
  },
  {
    reason: 'exceeds the work allowed per document (see Limits in the README)',
    isByDesign: true,
    pattern: /more than \d+ steps for one document/,
  },
  {
    reason: 'expects an error in which MongoDB splits a character',
    isByDesign: true,
    pattern: /did not generate error with invalid utf8/,
  },
];

export const unexplained: Reason = { reason: 'unexplained', isByDesign: false, pattern: /^/ };

/** Returns the first reason that matches the title or the error of a failed test. */
export function reasonOf(title: string, error: string): Reason {
  const line = `${title}: ${error}`;
  return reasons.find(({ pattern }) => pattern.test(line)) ?? unexplained;
}
