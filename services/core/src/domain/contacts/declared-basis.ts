import type { DeclaredBasis } from './contact.ts';

/** True if the declared legal basis allows emailing the person. */
export function allowsWriting(basis: DeclaredBasis | null | undefined): boolean {
  return basis !== undefined && basis !== null && basis !== 'not_applicable';
}
