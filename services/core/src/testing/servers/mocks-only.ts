import nock from 'nock';
import { afterEach, beforeEach, expect } from 'vitest';

/** In each test of the file, requests reach only mocks, and each mock must be used. */
export function mocksOnly(): void {
  beforeEach(() => nock.disableNetConnect());
  afterEach(() => {
    const pending = nock.pendingMocks();
    nock.cleanAll();
    nock.enableNetConnect();
    expect(pending).toEqual([]);
  });
}
