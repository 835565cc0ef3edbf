/** Errors of the database client that pass: the store is down, restarting, or not reachable. */
const passingNames = new Set([
  'MongoNetworkError',
  'MongoNetworkTimeoutError',
  'MongoServerSelectionError',
  'MongoPoolClearedError',
  'MongoPoolClosedError',
  'MongoWaitQueueTimeoutError',
  'MongoNotConnectedError',
  'PoolClearedOnNetworkError',
]);

export const storeAwayText = 'The store does not respond; repeat the request. A confirmed action is carried out once.';

export function isStoreAway(error: unknown): boolean {
  return error instanceof Error && passingNames.has(error.name);
}
