import { Readable } from 'node:stream';
import { newId } from '../../domain/values/ids.ts';
import { storeLinkedUpload } from '../../store/jobs/upload-store.ts';
import type { TestCore } from '../start-test-core.ts';

/** A file that came by link. */
export async function seedUpload(workspaceId: string, now: Date): Promise<string> {
  const link = { workspaceId, uploadId: newId('upl'), contentType: 'text/csv' };
  const file = Readable.from([Buffer.from('Email\nfile@other.example\n')]);
  return (await storeLinkedUpload(link, file, now)).id;
}

/** A contact in the trash. */
export async function seedTrashed(core: TestCore, key: string): Promise<string> {
  const { body } = await core.request('POST', '/contacts', { key, body: { email: 'deleted@other.example' } });
  await core.request('DELETE', `/contacts/${body.data.id}`, { key });
  return body.data.id;
}
