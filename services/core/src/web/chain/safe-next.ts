/** Target after sign-in: only our own pages, so that a link cannot send a person elsewhere. */
export function safeNext(candidate: unknown): string {
  if (typeof candidate !== 'string' || candidate.length > 500) return '/app';
  return /^\/app(?:[/?][\w\-./?=&%~]*)?$/.test(candidate) && !/\/\/|\.\./.test(candidate) ? candidate : '/app';
}
