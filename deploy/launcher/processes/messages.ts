/** What a part sends to its launcher when it was asked to stop. */
export const stoppingMessage = 'stopping';
/** What the API sends when it has written, and the worker then receives: there may be work. */
export const workMessage = 'work';
/** What a part sends every second as long as its event loop turns. */
export const aliveMessage = 'alive';
