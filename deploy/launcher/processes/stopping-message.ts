/** What a part sends to its launcher when it was asked to stop. */
export const stoppingMessage = 'stopping';
