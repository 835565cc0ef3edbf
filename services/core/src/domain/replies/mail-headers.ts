/** Headers with lower-case names. */
export type MailHeaders = Record<string, string | undefined>;
