import { getCACertificates, setDefaultCACertificates } from 'node:tls';

/** Trusts certificates of this authority (PEM) from now on, and no longer when the function that it returns is called. */
export function trustAuthority(pem: string): () => void {
  const before = getCACertificates('default');
  setDefaultCACertificates([...before, pem]);
  return () => setDefaultCACertificates(before);
}
