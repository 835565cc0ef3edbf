export const fullDiskText =
  'The disk of the store is full: nothing was changed. Reading goes on; repeat the request when the operator has made room.';
