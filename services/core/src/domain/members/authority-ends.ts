/** Events that end everything that a person granted, or the part that depends on their password. */
export type AuthorityEnd = 'removal' | 'suspension' | 'new password' | 'end all access';
