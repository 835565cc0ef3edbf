/** Sent by a part to its launcher after a stop signal. */
export const stoppingMessage = 'stopping';
/** Sent by the API after a write, and passed on to the worker: there might be work. */
export const workMessage = 'work';
/** What a part sends every second as long as its event loop turns. */
export const aliveMessage = 'alive';
