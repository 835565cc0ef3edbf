import type { DeclaredBasis } from './contact.ts';

/** Whether a basis was declared on which a person may be written to. */
export function allowsWriting(basis: DeclaredBasis | null | undefined): boolean {
  return basis !== undefined && basis !== null && basis !== 'not_applicable';
}
