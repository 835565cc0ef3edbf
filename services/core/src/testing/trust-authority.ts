import { getCACertificates, setDefaultCACertificates } from 'node:tls';

/** Trusts certificates of this authority (PEM) until the returned function is called. */
export function trustAuthority(pem: string): () => void {
  const before = getCACertificates('default');
  setDefaultCACertificates([...before, pem]);
  return () => setDefaultCACertificates(before);
}
