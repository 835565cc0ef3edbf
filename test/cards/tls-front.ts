import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer } from 'node:tls';

/** A proxy that takes HTTPS with a certificate of its own and passes everything on to a port of this machine. */
export class TlsFront {
  /** Port of the service behind. */
  target = 0;
  readonly #server;

  private constructor(files: { key: Buffer; cert: Buffer }) {
    this.#server = createServer(files, (socket) => {
      const behind = connect(this.target, '127.0.0.1');
      socket.on('error', () => behind.destroy());
      behind.on('error', () => socket.destroy());
      socket.pipe(behind).pipe(socket);
    });
  }

  static async start(): Promise<TlsFront> {
    const front = new TlsFront(ownCertificate());
    await new Promise<void>((resolve) => front.#server.listen(0, '127.0.0.1', resolve));
    return front;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  stop(): void {
    this.#server.close();
  }
}

function ownCertificate(): { key: Buffer; cert: Buffer } {
  const folder = mkdtempSync(join(tmpdir(), 'outbound-tls-'));
  const made = ['-newkey', 'rsa:2048', '-nodes', '-keyout', 'key', '-out', 'cert', '-days', '2'];
  execFileSync('openssl', ['req', '-x509', ...made, '-subj', '/CN=outbound.test'], { cwd: folder, stdio: 'pipe' });
  const files = { key: readFileSync(join(folder, 'key')), cert: readFileSync(join(folder, 'cert')) };
  rmSync(folder, { recursive: true });
  return files;
}
