/** An operation that left the API, and the place that replaces it. */
export interface RemovedOperation {
  method: string;
  /** Path below the prefix, with parameters in braces. */
  path: string;
  message: string;
}

export const removedOperations: readonly RemovedOperation[] = [
  {
    method: 'PUT',
    path: '/members/{userId}/limits',
    message: 'Only a person sets the limits of a member, in the application at /app/members/{userId}/limits.',
  },
];
