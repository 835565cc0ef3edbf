export const fullDiskText =
  'The disk of the store is full: nothing was changed. Reading still works. Repeat the request when the operator has made room.';
