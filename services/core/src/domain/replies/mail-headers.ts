/** Headers with lowercase names. */
export type MailHeaders = Record<string, string | undefined>;
